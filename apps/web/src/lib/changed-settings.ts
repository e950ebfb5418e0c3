import type { QueryClient } from '@tanstack/react-query';
import type { SettingsCategory } from '@parley/contracts/events/domain-event';
import type { ChangedPush } from '@parley/contracts/push/index';
import { readLocal, writeLocal } from './local-storage';

/** Which queries show something of a category, by the first word of their keys. */
const shownBy = new Map<SettingsCategory | 'any', Set<string>>();

/** Says that a query, named by the first word of its key, shows something of these kinds of settings. */
export function showsSettings(name: string, ...categories: (SettingsCategory | 'any')[]): void {
  for (const category of categories) {
    shownBy.set(category, (shownBy.get(category) ?? new Set()).add(name));
  }
}

const storageKey = 'parley.positions';
/** Views lag by much less, and one that has halted is not waited for all day. */
const KEPT_MS = 30_000;

/**
 * The newest position that was pushed about a query or about a category, also after the page is loaded again: an older
 * answer is asked for once more. A category counts for queries that were not loaded yet when it was pushed.
 */
const positions = new Map<string, string>(keptPositions());

/** What a query names as its `minPosition`, so that its answer is never older than what was pushed. */
export function pushedPosition(name: string): string | undefined {
  const categories = [...shownBy].flatMap(([category, names]) => (names.has(name) ? category : []));
  return [name, ...categories.map(keyOf)]
    .flatMap((key) => positions.get(key) ?? [])
    .sort()
    .at(-1);
}

const keyOf = (category: SettingsCategory | 'any') => `of ${category}`;

/** An answer to a query may not be older than this from now on: it is what one has just changed oneself. */
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
 * Asks again for what is shown of the settings that changed; what is not shown is asked for when it is. After a
 * connection that was lost anything may have changed.
 *
 * @returns once all of it is fetched, or could not be
 */
export async function refetchChanged(client: QueryClient, changed: ChangedPush | null): Promise<void> {
  const categories = changed ? ([...changed.categories, 'any'] as const) : [...shownBy.keys()];
  if (changed) for (const category of categories) notePosition(keyOf(category), changed.position);
  const names = new Set(categories.flatMap((category) => [...(shownBy.get(category) ?? [])]));
  await Promise.all([...names].map((name) => client.invalidateQueries({ queryKey: [name] })));
}
