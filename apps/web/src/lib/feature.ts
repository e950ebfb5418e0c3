import type { ComponentType } from 'react';
import type { Job } from '@parley/contracts/api/jobs';
import type { Language } from './i18n';
import { loadPart } from './load-part';

/** How many of each only this browser has; of files, those that wait for a message in this window. */
export interface Unsent {
  messages: number;
  notes: number;
  drafts: number;
  files: number;
}

/** An action on a subject, as the server's table of abilities names them: `contacts:read`. */
export type Ability = `${string}:${string}`;

/** A name that menus show before the texts of its feature are loaded. */
export type Names = Record<Language, string>;

export interface FeaturePage {
  /** As the router writes it: `/teams/:teamId`. */
  path: string;
  /** Left out: signing in suffices. */
  requires?: Ability;
  /** The page, loaded when it is first visited, together with the feature's texts. */
  load: () => Promise<{ Component: ComponentType }>;
  /** `settings`: beside the settings' menu. `full`: without any menu, also for people who are not signed in. */
  layout?: 'settings' | 'full';
  /** Visits that begin at such a path load the page while the session is asked for. */
  startsAt?: RegExp;
}

export interface MenuEntry {
  to: string;
  name: Names;
  requires: Ability;
  /** Entries stand in this order, the lowest first. */
  order: number;
}

/** An entry of the rail, which is a bar at the bottom of narrow screens. */
export interface RailEntry extends MenuEntry {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** A hook: whether there is anything to open. Left out: yes. */
  useIsShown?: () => boolean;
  /** A hook: how much there waits to be read. */
  useCount?: () => number;
}

export interface SettingsEntry extends MenuEntry {
  section: 'mine' | 'organisation' | 'developers';
}

/** How Activity calls a kind of job. */
export interface JobWords {
  kind: string;
  name: Names;
  /** What one job of the kind is about, said after its name; lazy, since few pages show it. */
  Subject?: ComponentType<{ job: Job }>;
}

/** Whom somebody selected in the list of contacts: these, or all who meet conditions (JSON) and a keyword. */
export interface SelectedContacts {
  ids?: string[];
  conditions?: string;
  keyword?: string;
  count: number;
}

/** Something that is done to selected contacts, such as adding them to a list: a button of their bulk bar. */
export interface ContactAction {
  name: Names;
  requires: Ability;
  order: number;
  /** Asks what else it needs to know, and does it; lazy. */
  Dialog: ComponentType<{ selected: SelectedContacts; onClose: () => void }>;
}

/** Something that opens beside a conversation with a contact: an entry of its menu, and a command. */
export interface ConversationAside {
  /** Does the same from the palette. */
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

/** Sends what only this browser has. @returns how much is left */
export type SendUnsent = () => Promise<Unsent>;

interface Menus {
  rail: RailEntry;
  /** Beside each other on the pages about contacts. */
  contacts: MenuEntry;
  settings: SettingsEntry;
}

type MenusOfFeature = { [Menu in keyof Menus]?: Menus[Menu][] };

/**
 * What a feature brings to the application, as `feature.ts` in its folder exports it under this name. Its texts are
 * found beside it: `texts/<language>.json`, and `texts/<other feature>.<language>.json` for words that a page of
 * another feature shows.
 */
export interface Feature extends MenusOfFeature {
  pages?: FeaturePage[];
  /** From a path to another. */
  redirects?: Record<string, string>;
  /** What it does to selected contacts. */
  contactActions?: ContactAction[];
  /** What it shows beside a conversation with a contact. */
  conversationAsides?: ConversationAside[];
  /** Its kinds of long work. */
  jobs?: JobWords[];
  /** Loads what sends all that was written here, for who signs out. */
  loadUnsent?: () => Promise<{ sendUnsent: SendUnsent }>;
  /** What it does on every page, once somebody who may is signed in; lazy. */
  background?: { requires: Ability; Component: ComponentType };
}

/** A feature by the name of its folder. */
export type NamedFeature = Feature & { name: string };

const registered: NamedFeature[] = [];

/** Adds what was found in the folders of features, by the paths of the files. @returns what was added */
export function addFeatures(found: Record<string, unknown>): NamedFeature[] {
  const added = Object.entries(found).map(([path, feature]) => ({
    ...(feature as Feature),
    name: path.split('/').at(-2) ?? '',
  }));
  registered.push(...added);
  return added;
}

/** All that are loaded: those of the settings come with the settings. */
export function features(): NamedFeature[] {
  return registered;
}

/** The entries of one menu, of all features that are loaded, in order. */
export function menuOf<Menu extends keyof Menus>(menu: Menu): Menus[Menu][] {
  const entries = registered.flatMap((feature) => (feature[menu] ?? []) as Menus[Menu][]);
  return entries.sort((a, b) => a.order - b.order);
}

/** What all features do to selected contacts, in order. */
export function contactActions(): ContactAction[] {
  return registered.flatMap((feature) => feature.contactActions ?? []).sort((a, b) => a.order - b.order);
}

/** What all features show beside a conversation, in order. */
export function conversationAsides(): ConversationAside[] {
  return registered.flatMap((feature) => feature.conversationAsides ?? []).sort((a, b) => a.order - b.order);
}

/**
 * Loads what sends all that was written in this browser, in whatever feature.
 * @returns what does that, and says how much of each is left
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

/** What features do on every page. */
export function backgrounds(): NonNullable<Feature['background']>[] {
  return registered.flatMap(({ background }) => background ?? []);
}

/** Undefined for a kind of another release. */
export function jobWords(kind: string): JobWords | undefined {
  return registered.flatMap(({ jobs = [] }) => jobs).find((words) => words.kind === kind);
}
