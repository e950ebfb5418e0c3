import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** A page that pushes leave open is not fetched more often, however much is pushed. */
const REFETCH_MS = 1_000;

/** Pages that were fetched a moment ago, and whether they are to be fetched once more after it. */
const recent = new Map<string, { isWanted: boolean }>();

/** Fetches again what a push left open: at once, or as soon as a second has passed since it last was. */
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
