import type { QueryClient } from '@tanstack/react-query';
import { settingsCategories, type ChangedPush, type SettingsCategory } from '@parley/contracts/push/index';
import { readLocal, writeLocal } from './local-storage';

/** The queries that show something of a category, by the first word of their keys. */
const queriesOf: Record<SettingsCategory, readonly string[]> = {
  channel: ['channels', 'permissions'],
  customer: ['permissions', 'customer-settings', 'user-limit'],
  ipWhitelist: ['ip-whitelist'],
  label: ['labels'],
  quickReply: ['quick-replies'],
  tag: ['tags'],
  team: ['teams', 'permissions'],
  user: ['users', 'permissions', 'user-limit'],
};

const storageKey = 'parley.positions';
/** Views lag by much less, and one that has halted is not waited for all day. */
const KEPT_MS = 30_000;

/** The newest position that was pushed about a query: older answers are none, also once the page is loaded again. */
const positions = new Map<string, string>(keptPositions());

/** What a query names as its `minPosition`, so that its answer is never older than what was pushed. */
export function pushedPosition(name: string): string | undefined {
  return positions.get(name);
}

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
 */
export function refetchChanged(client: QueryClient, changed: ChangedPush | null): void {
  const names = new Set(
    (changed?.categories ?? settingsCategories).flatMap((category) => [...queriesOf[category], 'audit']),
  );
  for (const name of names) {
    if (changed) notePosition(name, changed.position);
    void client.invalidateQueries({ queryKey: [name] });
  }
}
