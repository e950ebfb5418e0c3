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

/** Whom to ask for what was said. */
interface Source {
  name: string;
  entries: (id: string, cursor: EntriesCursor, limit: number, signal?: AbortSignal) => Promise<EntriesPage>;
  entry: (id: string, entryId: string, signal?: AbortSignal) => Promise<EntryResponse>;
}

/** Pushes keep it fresh; it is fetched again when they say that they cannot. */
const live = { staleTime: Infinity, gcTime: 30 * 60_000 };

const ENTRIES_PER_PAGE = 50;

/** What was said in the conversations of a kind, as far as it is loaded, kept fresh by what is pushed. */
export class Transcripts {
  /** All of them, in the cache. */
  readonly key: readonly string[];
  private readonly logs = new WeakMap<QueryClient, PushLog<TranscriptPush>>();

  constructor(private readonly source: Source) {
    this.key = ['transcript', source.name];
  }

  /** A thread from its end, or from around one of its entries as long as that is there. */
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

  /** An entry by itself, for an answer that quotes what is not loaded. */
  entryQuery(id: string, entryId: string) {
    return queryOptions({
      queryKey: [...this.key, id, entryId] as const,
      queryFn: ({ signal }) => this.source.entry(id, entryId, signal),
      ...live,
    });
  }

  /** Brings a push into what is loaded, with what came before it, should a page that was fetched just now lack that. */
  take(client: QueryClient, push: TranscriptPush): void {
    this.logOf(client).add(push);
    for (const entry of push.rows) {
      const { queryKey } = this.entryQuery(push.chatId, entry.id);
      client.setQueryData(queryKey, (response) => response && { ...response, entry });
    }
    this.catchUp(client, push.chatId);
  }

  /** The cursor of a thread that is loaded. */
  positionOf(client: QueryClient, id: string): string | undefined {
    const transcript = client.getQueryData(this.query(id).queryKey);
    return transcript && knownUpTo(transcript);
  }

  /**
   * Brings into what was fetched of a thread what was pushed since. Where that is nothing, nothing is written: whoever
   * catches up with each change would never end.
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

  /** Loads another part of a thread in place of what was loaded of it. */
  async showPart(client: QueryClient, id: string, cursor: EntriesCursor): Promise<void> {
    const { queryKey } = this.query(id);
    const part = await this.fetchPart(id, cursor);
    // What is under way would bring back what was loaded before.
    await client.cancelQueries({ queryKey, exact: true });
    client.setQueryData(queryKey, { pages: [part], pageParams: [cursor] });
    this.catchUp(client, id);
  }

  /** A thread that was left in its history opens at its end the next time. */
  forgetHistory(client: QueryClient, id: string): void {
    const { queryKey } = this.query(id);
    const transcript = client.getQueryData(queryKey);
    if (transcript && !isLive(transcript)) client.removeQueries({ queryKey, exact: true });
  }

  /** Nothing of a conversation stays: it may come back with other messages. */
  forget(client: QueryClient, id: string): void {
    client.removeQueries({ queryKey: [...this.key, id] });
  }

  /** Asks again for everything that is loaded. */
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
