import type { InfiniteData } from '@tanstack/react-query';
import type { ChatEntry, Page } from '@parley/contracts/api/conversations';
import type { TranscriptPush } from '@parley/contracts/push/index';

export type Transcript = InfiniteData<Page<ChatEntry>>;

/** The order of a thread's pages: newest first, as the server sorts. */
export function compareEntries(a: ChatEntry, b: ChatEntry): number {
  if (a.time !== b.time) return a.time < b.time ? 1 : -1;
  return a.position < b.position ? 1 : a.position > b.position ? -1 : 0;
}

/** A transcript's entries, newest first. Pages fetched at different moments may overlap: each entry comes once. */
export function entriesOf(transcript: Transcript): ChatEntry[] {
  const byId = new Map<string, ChatEntry>();
  for (const page of transcript.pages) for (const entry of page.data) byId.set(entry.id, entry);
  return [...byId.values()].sort(compareEntries);
}

/**
 * Changes the pages of a thread the way fetching them anew would show them. An entry older than all that is loaded
 * stays out: it comes with its page.
 */
export function applyPushToTranscript(transcript: Transcript, push: TranscriptPush): Transcript {
  const [newest] = transcript.pages;
  if (!newest || push.position <= newest.position) return transcript;

  const loaded = entriesOf(transcript);
  const gone = new Set(push.gone);
  const entries = loaded.filter((entry) => !gone.has(entry.id));
  const known = new Set(entries.map((entry) => entry.id));
  const rows = new Map(push.rows.map((row) => [row.id, row]));
  const added = push.rows.filter((row) => !known.has(row.id));
  const removed = loaded.length - entries.length;
  const total = newest.total - removed + added.filter((row) => row.position > newest.position).length;

  const hasMore = newest.total > loaded.length;
  const end = hasMore ? loaded.at(-1) : undefined;
  const placeable = end ? added.filter((row) => compareEntries(row, end) <= 0) : added;
  const merged = [...entries.map((entry) => rows.get(entry.id) ?? entry), ...placeable].sort(compareEntries);

  const { perPage } = newest;
  const pages = transcript.pages.map((page, index) => {
    const data = merged.slice(index * perPage, (index + 1) * perPage);
    const pageCount = Math.ceil(total / perPage);
    return { ...page, data, count: data.length, total, pageCount, position: push.position, stale: false };
  });
  const oldest = pages.at(-1);
  // What moved up into a page that has become short comes with fetching that very page once more.
  if (oldest && hasMore) oldest.page = Math.min(oldest.page, Math.floor(merged.length / perPage));
  return { ...transcript, pages };
}
