import type { InfiniteData } from '@tanstack/react-query';
import type { ChatEntry, EntriesPage } from '@parley/contracts/api/conversations';
import type { TranscriptPush } from '@parley/contracts/push/index';

/** Which entries of a thread to fetch: before, after or around an entry; null: the newest. */
export type EntriesCursor = { before: string } | { after: string } | { around: string } | null;

/** Entries that were fetched together, newest first. */
export type ThreadPart = Pick<EntriesPage, 'data' | 'hasOlder' | 'hasNewer' | 'position'>;

/**
 * The loaded range of a thread: consecutive parts, newest first. The range need not include the end of the thread.
 */
export type Transcript = InfiniteData<ThreadPart>;

export function partOf({ data, hasOlder, hasNewer, position }: EntriesPage): ThreadPart {
  return { data, hasOlder, hasNewer, position };
}

/** Order of a thread: newest first, like the server's. */
export function compareEntries(a: ChatEntry, b: ChatEntry): number {
  if (a.time !== b.time) return a.time < b.time ? 1 : -1;
  return a.position < b.position ? 1 : a.position > b.position ? -1 : 0;
}

/**
 * A transcript's entries, newest first. Parts fetched at different times may overlap; each entry is returned once.
 */
export function entriesOf(transcript: Transcript): ChatEntry[] {
  const byId = new Map<string, ChatEntry>();
  for (const part of transcript.pages) for (const entry of part.data) byId.set(entry.id, entry);
  return [...byId.values()].sort(compareEntries);
}

/** Whether the loaded range includes the end of the thread, so that new entries can be added. */
export function isLive({ pages }: Transcript): boolean {
  return pages[0]?.hasNewer === false;
}

/** Log position up to which every loaded part is complete. */
export function knownUpTo({ pages }: Transcript): string | undefined {
  return pages.map(({ position }) => position).sort()[0];
}

/**
 * Applies a push, with the same result as fetching the loaded range again. Entries outside the range are left out.
 */
export function applyPushToTranscript(transcript: Transcript, push: TranscriptPush): Transcript {
  const known = knownUpTo(transcript);
  if (known === undefined || push.position <= known) return transcript;
  const loaded = new Set(transcript.pages.flatMap(({ data }) => data.map(({ id }) => id)));
  const gone = new Set(push.gone);
  const rows = new Map(push.rows.map((row) => [row.id, row]));
  const added = push.rows
    .filter(({ id }) => !loaded.has(id) && !gone.has(id))
    .map((entry) => ({ entry, part: partFor(entry, transcript) }));
  const pages = transcript.pages.map((part) => {
    const kept = part.data.filter(({ id }) => !gone.has(id)).map((entry) => rows.get(entry.id) ?? entry);
    const its = added.filter((candidate) => candidate.part === part).map(({ entry }) => entry);
    return { ...part, data: [...kept, ...its].sort(compareEntries), position: push.position };
  });
  return { ...transcript, pages };
}

/** The loaded part to which an entry belongs; undefined if it lies outside the loaded range. */
function partFor(entry: ChatEntry, { pages }: Transcript): ThreadPart | undefined {
  const entries = pages.flatMap(({ data }) => data);
  const [newest] = entries;
  if (pages[0]?.hasNewer && (!newest || compareEntries(entry, newest) < 0)) return undefined;
  const within = pages.find(({ data }) => {
    const oldest = data.at(-1);
    return oldest !== undefined && compareEntries(entry, oldest) <= 0;
  });
  const last = pages.at(-1);
  return within ?? (last?.hasOlder ? undefined : last);
}
