import type { ComponentType } from 'react';
import type { Job } from '@parley/contracts/api/jobs';
import type { Language } from './i18n';

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

interface Menus {
  rail: RailEntry;
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
  /** Its kinds of long work. */
  jobs?: JobWords[];
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

/** Undefined for a kind of another release. */
export function jobWords(kind: string): JobWords | undefined {
  return registered.flatMap(({ jobs = [] }) => jobs).find((words) => words.kind === kind);
}
