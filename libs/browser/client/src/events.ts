import type { CreatedResponse } from '@parley/contracts/api/conversations';
import type { EventResponse, EventsResponse } from '@parley/contracts/api/events';
import type { EventsQuery, StateEventRequest } from '@parley/contracts/api/events.requests';
import type { Connection } from './connection';
import { framesOf } from './frames';
import { ParleyRefusal } from './refusal';

export interface Following {
  /** A position, or `latest`; what comes from now on if left out. */
  after?: string;
  types?: string[];
  payload?: 'full' | 'thin';
  signal?: AbortSignal;
}

/** A lost stream is opened again after this time. */
const AGAIN_MS = 1_000;

/** What happens, to be read from any position or followed. */
export class Events {
  constructor(private readonly connection: Connection) {}

  page({ types, ...query }: Partial<EventsQuery> = {}): Promise<EventsResponse> {
    return this.connection.request('GET', '/events', { query: { ...query, types } });
  }

  /** Everything after a position that is there by now, page by page. */
  async *since({ types, ...query }: Partial<EventsQuery> = {}): AsyncIterable<EventResponse> {
    let { after } = query;
    for (let more = true; more;) {
      const { data, next, hasMore } = await this.page({ ...query, types, after });
      yield* data;
      [after, more] = [next, hasMore];
    }
  }

  /**
   * Events as they happen, each once, also where the connection is lost in between. Whoever keeps the position of the last
   * one goes on after it.
   * @throws ParleyRefusal where one may not listen
   */
  async *follow({ signal, after, types, payload }: Following = {}): AsyncIterable<EventResponse> {
    let last = after ?? (await this.page({ after: 'latest' })).next;
    while (!signal?.aborted) {
      try {
        const response = await this.connection.respond('GET', '/events', {
          query: { after: last, types, payload },
          headers: { accept: 'text/event-stream' },
          signal,
        });
        for await (const { id, data } of framesOf(response.body!)) {
          if (data) yield JSON.parse(data) as EventResponse;
          if (id) last = id;
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (error instanceof ParleyRefusal) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  /** States what happened elsewhere. */
  state(event: StateEventRequest, idempotencyKey?: string): Promise<CreatedResponse> {
    return this.connection.request('POST', '/events', { body: event, idempotencyKey });
  }
}
