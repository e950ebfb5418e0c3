import type { ComponentType } from 'react';
import type { Job } from '@parley/contracts/api/jobs';
import type { Language } from './i18n';
import { loadPart } from './load-part';

/** Numbers of items that only this browser has; files are those attached to an unsent message in this window. */
export interface Unsent {
  messages: number;
  notes: number;
  drafts: number;
  files: number;
}

/** An action on a subject, as in the server's table of abilities: `contacts:read`. */
export type Ability = `${string}:${string}`;

/** A name by language, which menus show before the texts of its feature are loaded. */
export type Names = Record<Language, string>;

export interface FeaturePage {
  /** A pattern of the router: `/teams/:teamId`. */
  path: string;
  /** Missing: being signed in is enough. */
  requires?: Ability;
  /** Loads the page on its first visit, with the feature's texts. */
  load: () => Promise<{ Component: ComponentType }>;
  /** `settings`: beside the settings menu. `full`: without any menu, also for visitors who are not signed in. */
  layout?: 'settings' | 'full';
  /** A visit that begins at a matching path loads the page in parallel with the session. */
  startsAt?: RegExp;
}

export interface MenuEntry {
  to: string;
  name: Names;
  requires: Ability;
  /** Entries are sorted by this number, ascending. */
  order: number;
}

/** An entry of the rail, which is a bar at the bottom of narrow screens. */
export interface RailEntry extends MenuEntry {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** A hook. @returns whether the entry has anything to open. Missing: always true */
  useIsShown?: () => boolean;
  /** A hook. @returns the number of unread items */
  useCount?: () => number;
}

export interface SettingsEntry extends MenuEntry {
  section: 'mine' | 'organisation' | 'developers';
}

/** Names for a kind of job on the Activity page. */
export interface JobWords {
  kind: string;
  name: Names;
  /** Describes one job of the kind, after its name; lazy, since few pages show it. */
  Subject?: ComponentType<{ job: Job }>;
}

/** Contacts selected in the list: these ids, or all contacts that match conditions (JSON) and a keyword. */
export interface SelectedContacts {
  ids?: string[];
  conditions?: string;
  keyword?: string;
  count: number;
}

/** An action on selected contacts, such as adding them to a list: a button in the bar of bulk actions. */
export interface ContactAction {
  name: Names;
  requires: Ability;
  order: number;
  /** Asks for further input and runs the action; lazy. */
  Dialog: ComponentType<{ selected: SelectedContacts; onClose: () => void }>;
}

/** A panel beside a conversation with a contact; opened from the conversation's menu or by a command. */
export interface ConversationAside {
  /** The command that opens it. */
  command: 'teamChat' | 'askColleague' | 'whyAssigned';
  name: Names;
  requires: Ability;
  order: number;
  icon: ComponentType<{ size?: number }>;
  /** Lazy. */
  Component: ComponentType<ConversationAsideProps>;
}

export interface ConversationAsideProps {
  conversationId: string;
  onClose: () => void;
}

/** Sends everything that only this browser has. @returns numbers of the items left */
export type SendUnsent = () => Promise<Unsent>;

interface Menus {
  rail: RailEntry;
  /** Tabs of the pages about contacts. */
  contacts: MenuEntry;
  settings: SettingsEntry;
}

type MenusOfFeature = { [Menu in keyof Menus]?: Menus[Menu][] };

/**
 * Everything that a feature adds to the application; `feature.ts` in its folder exports it as `feature`. Its texts
 * are in the files `texts/<language>.json`, and in `texts/<other feature>.<language>.json` for texts that a page of
 * another feature shows.
 */
export interface Feature extends MenusOfFeature {
  pages?: FeaturePage[];
  /** Target path by source path. */
  redirects?: Record<string, string>;
  contactActions?: ContactAction[];
  conversationAsides?: ConversationAside[];
  jobs?: JobWords[];
  /** Loads the function that sends its unsent items before signing out. */
  loadUnsent?: () => Promise<{ sendUnsent: SendUnsent }>;
  /** A component mounted on every page while a user with the ability is signed in; lazy. */
  background?: { requires: Ability; Component: ComponentType };
}

/** A feature with the name of its folder. */
export type NamedFeature = Feature & { name: string };

const registered: NamedFeature[] = [];

/**
 * Registers the features of a glob import. @param found features by the path of their file @returns the registered
 * features
 */
export function addFeatures(found: Record<string, unknown>): NamedFeature[] {
  const added = Object.entries(found).map(([path, feature]) => ({
    ...(feature as Feature),
    name: path.split('/').at(-2) ?? '',
  }));
  registered.push(...added);
  return added;
}

/** All registered features; those of the settings register with the settings pages. */
export function features(): NamedFeature[] {
  return registered;
}

/** Entries of one menu from all registered features, sorted. */
export function menuOf<Menu extends keyof Menus>(menu: Menu): Menus[Menu][] {
  const entries = registered.flatMap((feature) => (feature[menu] ?? []) as Menus[Menu][]);
  return entries.sort((a, b) => a.order - b.order);
}

export function contactActions(): ContactAction[] {
  return registered.flatMap((feature) => feature.contactActions ?? []).sort((a, b) => a.order - b.order);
}

export function conversationAsides(): ConversationAside[] {
  return registered.flatMap((feature) => feature.conversationAsides ?? []).sort((a, b) => a.order - b.order);
}

/**
 * Loads the functions of all features that send unsent items.
 * @returns a function that runs them all and adds up the items left
 */
export async function loadUnsent(): Promise<SendUnsent> {
  const loads = registered.flatMap((feature) => feature.loadUnsent ?? []);
  const parts = await Promise.all(loads.map((load) => loadPart(load)));
  return async () => {
    const left = await Promise.all(parts.map(({ sendUnsent }) => sendUnsent()));
    const sum = (count: keyof Unsent) => left.reduce((all, one) => all + one[count], 0);
    return { messages: sum('messages'), notes: sum('notes'), drafts: sum('drafts'), files: sum('files') };
  };
}

export function backgrounds(): NonNullable<Feature['background']>[] {
  return registered.flatMap(({ background }) => background ?? []);
}

/** @returns undefined for a kind of job of another release */
export function jobWords(kind: string): JobWords | undefined {
  return registered.flatMap(({ jobs = [] }) => jobs).find((words) => words.kind === kind);
}
