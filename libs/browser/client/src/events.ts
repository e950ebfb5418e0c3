import type { CreatedResponse } from '@parley/contracts/api/conversations';
import type { EventResponse, EventsResponse } from '@parley/contracts/api/events';
import type { EventsQuery, StateEventRequest } from '@parley/contracts/api/events.requests';
import type { Connection } from './connection';
import { framesOf } from './frames';
import { ParleyRefusal } from './refusal';

export interface Following {
  /** Position after which events are wanted, or `latest` for new events only; by default `latest`. */
  after?: string;
  types?: string[];
  payload?: 'full' | 'thin';
  signal?: AbortSignal;
}

/** Delay in ms before a lost stream is opened again. */
const AGAIN_MS = 1_000;

/** Events of the organisation, which can be read from a position on or followed live. */
export class Events {
  constructor(private readonly connection: Connection) {}

  page({ types, ...query }: Partial<EventsQuery> = {}): Promise<EventsResponse> {
    return this.connection.request('GET', '/events', { query: { ...query, types } });
  }

  /** Yields all existing events after a position, page by page. */
  async *since({ types, ...query }: Partial<EventsQuery> = {}): AsyncIterable<EventResponse> {
    let { after } = query;
    for (let more = true; more;) {
      const { data, next, hasMore } = await this.page({ ...query, types, after });
      yield* data;
      [after, more] = [next, hasMore];
    }
  }

  /**
   * Yields each new event once as it happens, and reconnects if the connection is lost. To continue later, pass the
   * position of the last event as `after`.
   * @throws ParleyRefusal if the caller may not read events
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

  /** Records an event that happened in another system. */
  state(event: StateEventRequest, idempotencyKey?: string): Promise<CreatedResponse> {
    return this.connection.request('POST', '/events', { body: event, idempotencyKey });
  }
}
