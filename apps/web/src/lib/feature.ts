import type { ComponentType } from 'react';
import type { Job } from '@parley/contracts/api/jobs';
import type { Language } from './i18n';
import { loadPart } from './load-part';

/** Numbers of items that exist only in this browser. Files are those attached to unsent messages in this window. */
export interface Unsent {
  messages: number;
  notes: number;
  drafts: number;
  files: number;
}

/** An action on a subject, in the form `<subject>:<action>` of routes and menus: `contacts:read`. */
export type Ability = `${string}:${string}`;

/** A name in each language, with which menus can show a feature before its texts are loaded. */
export type Names = Record<Language, string>;

export interface FeaturePage {
  /** Path pattern of the router: `/teams/:teamId`. */
  path: string;
  /** Ability that the page requires; missing: every signed-in user can open it. */
  requires?: Ability;
  /** Loads the page on its first visit, with the feature's texts. */
  load: () => Promise<{ Component: ComponentType }>;
  /**
   * `settings`: the page is beside the settings menu. `full`: it has no menu and is open to visitors who are not
   * signed in. Missing: it has the navigation rail.
   */
  layout?: 'settings' | 'full';
  /** If a visit begins at a path that matches, the page's code loads in parallel with the session. */
  startsAt?: RegExp;
}

export interface MenuEntry {
  to: string;
  name: Names;
  requires: Ability;
  /** Position in the menu: entries are sorted by this number, ascending. */
  order: number;
}

/** An entry of the navigation rail, which is a bar at the bottom of narrow screens. */
export interface RailEntry extends MenuEntry {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /**
   * A hook.
   * @returns whether the entry has anything to open. Missing: the entry is always shown
   */
  useIsShown?: () => boolean;
  /**
   * A hook.
   * @returns the number of unread items, which the entry shows
   */
  useCount?: () => number;
}

export interface SettingsEntry extends MenuEntry {
  section: 'mine' | 'organisation' | 'developers';
}

/** Name and description of a kind of job on the activity page. */
export interface JobWords {
  kind: string;
  name: Names;
  /** Shows what one job of this kind is about, after the kind's name; loaded lazily, since few pages show it. */
  Subject?: ComponentType<{ job: Job }>;
}

/** The contacts selected in the contact list: those with `ids`, or all that match conditions (JSON) and a keyword. */
export interface SelectedContacts {
  ids?: string[];
  conditions?: string;
  keyword?: string;
  count: number;
}

/** An action on selected contacts, such as adding them to a list; shown as a button in the bar of bulk actions. */
export interface ContactAction {
  name: Names;
  requires: Ability;
  order: number;
  /** Dialog that asks for further input and runs the action; loaded lazily. */
  Dialog: ComponentType<{ selected: SelectedContacts; onClose: () => void }>;
}

/** A side panel for a conversation with a contact; opened from the conversation's menu or by a command. */
export interface ConversationAside {
  /** The command that opens the panel. */
  command: 'teamChat' | 'askColleague' | 'whyAssigned';
  name: Names;
  requires: Ability;
  order: number;
  icon: ComponentType<{ size?: number }>;
  /** Content of the panel; loaded lazily. */
  Component: ComponentType<ConversationAsideProps>;
}

export interface ConversationAsideProps {
  conversationId: string;
  onClose: () => void;
}

/**
 * Sends everything that is only in this browser.
 * @returns the numbers of items left
 */
export type SendUnsent = () => Promise<Unsent>;

interface Menus {
  rail: RailEntry;
  /** Tabs above the pages about contacts. */
  contacts: MenuEntry;
  settings: SettingsEntry;
}

type MenusOfFeature = { [Menu in keyof Menus]?: Menus[Menu][] };

/**
 * Everything that a feature adds to the application; `feature.ts` in its folder exports it as `feature`. Its texts
 * are in `texts/<language>.json`; texts for the page of another feature are in `texts/<other
 * feature>.<language>.json`.
 */
export interface Feature extends MenusOfFeature {
  pages?: FeaturePage[];
  /** Redirects: the target path by source path. */
  redirects?: Record<string, string>;
  contactActions?: ContactAction[];
  conversationAsides?: ConversationAside[];
  jobs?: JobWords[];
  /** Loads the function that sends the feature's unsent items before the user signs out. */
  loadUnsent?: () => Promise<{ sendUnsent: SendUnsent }>;
  /** A component that is mounted on every page while a user with the ability is signed in; loaded lazily. */
  background?: { requires: Ability; Component: ComponentType };
}

/** A feature with its name, which is that of its folder. */
export type NamedFeature = Feature & { name: string };

const registered: NamedFeature[] = [];

/**
 * Registers the features that a glob import found.
 * @param found exported features by the path of their file
 * @returns the registered features with their names
 */
export function addFeatures(found: Record<string, unknown>): NamedFeature[] {
  const added = Object.entries(found).map(([path, feature]) => ({
    ...(feature as Feature),
    name: path.split('/').at(-2) ?? '',
  }));
  registered.push(...added);
  return added;
}

/** All features registered so far; those of the settings register when the settings pages load. */
export function features(): NamedFeature[] {
  return registered;
}

/** Entries of one menu from all registered features, sorted by `order`. */
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
 * Loads the functions with which the features send unsent items.
 * @returns a function that runs them all and adds up the numbers of items left
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

/**
 * Name and description of a kind of job.
 * @returns undefined for a kind that this release does not know
 */
export function jobWords(kind: string): JobWords | undefined {
  return registered.flatMap(({ jobs = [] }) => jobs).find((words) => words.kind === kind);
}
