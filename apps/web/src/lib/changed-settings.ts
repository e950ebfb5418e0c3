import type { QueryClient } from '@tanstack/react-query';
import type { SettingsCategory } from '@parley/contracts/events/domain-event';
import type { ChangedPush } from '@parley/contracts/push/index';
import { readLocal, writeLocal } from './local-storage';

/** For each settings category, the queries that show its settings, by the first word of their keys. */
const shownBy = new Map<SettingsCategory | 'any', Set<string>>();

/** Registers that a query, named by the first word of its key, shows settings of these categories. */
export function showsSettings(name: string, ...categories: (SettingsCategory | 'any')[]): void {
  for (const category of categories) {
    shownBy.set(category, (shownBy.get(category) ?? new Set()).add(name));
  }
}

const storageKey = 'parley.positions';
/**
 * Time in ms for which a position is required. Views normally lag much less; if a view has stopped, queries must not
 * fail longer than this.
 */
const KEPT_MS = 30_000;

/**
 * The newest log position pushed for each query or category, from which on a response is accepted. Session storage
 * keeps the positions across a reload. Those of categories also apply to queries that register after the push.
 */
const positions = new Map<string, string>(keptPositions());

/**
 * Parameter `minPosition` for a query, so that its response includes the latest push; undefined: any response is
 * accepted.
 */
export function pushedPosition(name: string): string | undefined {
  const categories = [...shownBy].flatMap(([category, names]) => (names.has(name) ? category : []));
  return [name, ...categories.map(keyOf)]
    .flatMap((key) => positions.get(key) ?? [])
    .sort()
    .at(-1);
}

const keyOf = (category: SettingsCategory | 'any') => `of ${category}`;

/** Requires later responses to a query to include the user's own change at this log position. */
export function notePosition(name: string, position: string): void {
  if (position <= (positions.get(name) ?? '')) return;
  positions.set(name, position);
  writeLocal(storageKey, JSON.stringify({ at: Date.now(), positions: [...positions] }), 'window');
}

interface Kept {
  at: number;
  positions: [name: string, position: string][];
}

function keptPositions(): Kept['positions'] {
  try {
    const kept = readLocal(storageKey, 'window') ?? '{}';
    const { at = 0, positions: noted = [] } = JSON.parse(kept) as Partial<Kept>;
    return Date.now() - at < KEPT_MS ? noted : [];
  } catch {
    return [];
  }
}

/**
 * Refetches the queries on the screen that show the changed settings; others are refetched when they are next shown.
 * @param changed null: the connection was interrupted, so any setting may have changed
 * @returns a promise that resolves when all requests have succeeded or failed
 */
export async function refetchChanged(client: QueryClient, changed: ChangedPush | null): Promise<void> {
  const categories = changed ? ([...changed.categories, 'any'] as const) : [...shownBy.keys()];
  if (changed) for (const category of categories) notePosition(keyOf(category), changed.position);
  const names = new Set(categories.flatMap((category) => [...(shownBy.get(category) ?? [])]));
  await Promise.all([...names].map((name) => client.invalidateQueries({ queryKey: [name] })));
}
