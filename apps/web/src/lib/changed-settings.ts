import type { QueryClient } from '@tanstack/react-query';
import type { SettingsCategory } from '@parley/contracts/events/domain-event';
import type { ChangedPush } from '@parley/contracts/push/index';
import { readLocal, writeLocal } from './local-storage';

/** Queries that show settings of a category, by the first word of their keys. */
const shownBy = new Map<SettingsCategory | 'any', Set<string>>();

/** Registers a query, by the first word of its key, as showing settings of these categories. */
export function showsSettings(name: string, ...categories: (SettingsCategory | 'any')[]): void {
  for (const category of categories) {
    shownBy.set(category, (shownBy.get(category) ?? new Set()).add(name));
  }
}

const storageKey = 'parley.positions';
/** Views lag by much less than this; a view that has stopped must not block queries for longer. */
const KEPT_MS = 30_000;

/**
 * The newest position pushed for a query or a category; session storage keeps it across a reload. A response older
 * than it is requested again. Categories also count for queries that register after the push.
 */
const positions = new Map<string, string>(keptPositions());

/**
 * `minPosition` of a query, so that its response is never older than the latest push; undefined: any response will
 * do.
 */
export function pushedPosition(name: string): string | undefined {
  const categories = [...shownBy].flatMap(([category, names]) => (names.has(name) ? category : []));
  return [name, ...categories.map(keyOf)]
    .flatMap((key) => positions.get(key) ?? [])
    .sort()
    .at(-1);
}

const keyOf = (category: SettingsCategory | 'any') => `of ${category}`;

/** Requires responses to a query to include the user's own change at this position. */
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
 * Refetches the shown queries of the changed settings; others are refetched when they are next shown.
 * @param changed null: the connection was interrupted, so anything may have changed
 * @returns a promise that resolves when all are fetched or have failed
 */
export async function refetchChanged(client: QueryClient, changed: ChangedPush | null): Promise<void> {
  const categories = changed ? ([...changed.categories, 'any'] as const) : [...shownBy.keys()];
  if (changed) for (const category of categories) notePosition(keyOf(category), changed.position);
  const names = new Set(categories.flatMap((category) => [...(shownBy.get(category) ?? [])]));
  await Promise.all([...names].map((name) => client.invalidateQueries({ queryKey: [name] })));
}
