import type { QueryClient } from '@tanstack/react-query';
import { settingsCategories, type ChangedPush, type SettingsCategory } from '@parley/contracts/push/index';

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

/** The newest position that was pushed about a query: older answers are none. */
const positions = new Map<string, string>();

/** What a query names as its `minPosition`, so that its answer is never older than what was pushed. */
export function pushedPosition(name: string): string | undefined {
  return positions.get(name);
}

/** An answer to a query may not be older than this from now on: it is what one has just changed oneself. */
export function notePosition(name: string, position: string): void {
  if (position > (positions.get(name) ?? '')) positions.set(name, position);
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
