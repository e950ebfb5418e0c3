import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Minimum interval in ms between two refetches of a query. */
const REFETCH_MS = 1_000;

/** Queries refetched within the last second, by hash; `isWanted` if another refetch was requested since. */
const recent = new Map<string, { isWanted: boolean }>();

/** Refetches a query that a push has made stale: at once, or a second after its last refetch. */
export function refetchSoon(client: QueryClient, queryKey: QueryKey): void {
  const hash = hashKey(queryKey);
  const known = recent.get(hash);
  if (known) {
    known.isWanted = true;
    return;
  }
  const entry = { isWanted: false };
  recent.set(hash, entry);
  void client.invalidateQueries({ queryKey, exact: true });
  setTimeout(() => {
    recent.delete(hash);
    if (entry.isWanted) refetchSoon(client, queryKey);
  }, REFETCH_MS);
}
