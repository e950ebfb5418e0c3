import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { EntriesPage, EntryResponse } from '@parley/contracts/api/conversations';
import type { TranscriptPush } from '@parley/contracts/push/index';
import { codeOf } from '../../lib/problem';
import { PushLog } from './push-log';
import {
  applyPushToTranscript,
  isLive,
  knownUpTo,
  partOf,
  type EntriesCursor,
  type ThreadPart,
} from './transcript';

/** The requests that load entries of conversations. */
interface Source {
  name: string;
  entries: (id: string, cursor: EntriesCursor, limit: number, signal?: AbortSignal) => Promise<EntriesPage>;
  entry: (id: string, entryId: string, signal?: AbortSignal) => Promise<EntryResponse>;
}

/** Pushes keep the cached entries up to date, so they never become stale. */
const live = { staleTime: Infinity, gcTime: 30 * 60_000 };

const ENTRIES_PER_PAGE = 50;

/** Entries of the conversations of one kind: loads them and applies pushes. */
export class Transcripts {
  /** Prefix of all query keys of this kind of conversation. */
  readonly key: readonly string[];
  private readonly logs = new WeakMap<QueryClient, PushLog<TranscriptPush>>();

  constructor(private readonly source: Source) {
    this.key = ['transcript', source.name];
  }

  /** Query that loads a thread from its end, or from around an entry if that entry still exists. */
  query(id: string, around: string | null = null) {
    return infiniteQueryOptions({
      queryKey: [...this.key, id] as const,
      queryFn: ({ pageParam, signal }) =>
        this.fetchPart(id, pageParam, signal).catch((error: unknown) => {
          if (!pageParam || !('around' in pageParam) || codeOf(error) !== 'not_found') throw error;
          return this.fetchPart(id, null, signal);
        }),
      initialPageParam: beginning(around),
      getNextPageParam: ({ data, hasOlder }): EntriesCursor | undefined => {
        const oldest = data.at(-1);
        return hasOlder && oldest ? { before: oldest.id } : undefined;
      },
      getPreviousPageParam: ({ data, hasNewer }): EntriesCursor | undefined => {
        const [newest] = data;
        return hasNewer && newest ? { after: newest.id } : undefined;
      },
      ...live,
    });
  }

  /** Query for a single entry, used to show a quoted message that is not loaded. */
  entryQuery(id: string, entryId: string) {
    return queryOptions({
      queryKey: [...this.key, id, entryId] as const,
      queryFn: ({ signal }) => this.source.entry(id, entryId, signal),
      ...live,
    });
  }

  /** Applies a push to the cached entries, together with earlier pushes that a just fetched page does not contain. */
  take(client: QueryClient, push: TranscriptPush): void {
    this.logOf(client).add(push);
    for (const entry of push.rows) {
      const { queryKey } = this.entryQuery(push.chatId, entry.id);
      client.setQueryData(queryKey, (response) => response && { ...response, entry });
    }
    this.catchUp(client, push.chatId);
  }

  /** Log position of a loaded thread, undefined if it is not loaded. */
  positionOf(client: QueryClient, id: string): string | undefined {
    const transcript = client.getQueryData(this.query(id).queryKey);
    return transcript && knownUpTo(transcript);
  }

  /**
   * Applies pushes that a fetched thread does not contain. Writes nothing if there are none: the caller runs it after
   * every change of the cache and would loop otherwise.
   */
  catchUp(client: QueryClient, id: string): void {
    const { queryKey } = this.query(id);
    const transcript = client.getQueryData(queryKey);
    const position = transcript && knownUpTo(transcript);
    if (!transcript || position === undefined) return;
    const missed = this.logOf(client)
      .latest(position)
      .filter(({ chatId }) => chatId === id);
    if (missed.length > 0) client.setQueryData(queryKey, missed.reduce(applyPushToTranscript, transcript));
  }

  /** Replaces the loaded part of a thread by another part. */
  async showPart(client: QueryClient, id: string, cursor: EntriesCursor): Promise<void> {
    const { queryKey } = this.query(id);
    const part = await this.fetchPart(id, cursor);
    // A fetch in flight would restore the previous part.
    await client.cancelQueries({ queryKey, exact: true });
    client.setQueryData(queryKey, { pages: [part], pageParams: [cursor] });
    this.catchUp(client, id);
  }

  /** Removes a thread from the cache if its end is not loaded, so that it opens at its end the next time. */
  forgetHistory(client: QueryClient, id: string): void {
    const { queryKey } = this.query(id);
    const transcript = client.getQueryData(queryKey);
    if (transcript && !isLive(transcript)) client.removeQueries({ queryKey, exact: true });
  }

  /** Removes everything of a conversation from the cache, because it may come back with other messages. */
  forget(client: QueryClient, id: string): void {
    client.removeQueries({ queryKey: [...this.key, id] });
  }

  refetch(client: QueryClient): Promise<void> {
    return client.invalidateQueries({ queryKey: this.key });
  }

  private async fetchPart(id: string, cursor: EntriesCursor, signal?: AbortSignal): Promise<ThreadPart> {
    return partOf(await this.source.entries(id, cursor, ENTRIES_PER_PAGE, signal));
  }

  private logOf(client: QueryClient): PushLog<TranscriptPush> {
    let log = this.logs.get(client);
    if (!log) this.logs.set(client, (log = new PushLog()));
    return log;
  }
}

function beginning(around: string | null): EntriesCursor {
  return around === null ? null : { around };
}
