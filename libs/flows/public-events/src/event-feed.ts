import { Injectable } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { EventResponse, EventsResponse } from '@parley/contracts/api/events';
import type { EventsQuery } from '@parley/contracts/api/events.requests';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { START } from '@parley/event-sourcing/store/position';
import { Config } from '@parley/platform/config/config';
import type { Principal } from '@parley/platform/http/principal';
import { catalogue, eventByName } from '@parley/webhooks/catalogue/catalogue';
import { payloadOf, type Payload } from '@parley/webhooks/catalogue/payload';
import type { PublicEvent } from '@parley/webhooks/catalogue/public-event';
import { EventIndex, type Placed } from './event-index';
import { EventNews } from './event-news';

/** Maximum number of events that a stream sends at a time. */
const BATCH = 200;

/** The subject that a user must be allowed to read to get an event, by the first part of the event's name. */
const subjectOf: Record<string, string> = {
  chat: 'inbox',
  message: 'inbox',
  contact: 'contacts',
  tag: 'tags',
  label: 'labels',
  integration: 'events',
};

type Asked = Pick<EventsQuery, 'types' | 'payload'>;

/**
 * The events that webhooks deliver, for clients that request or stream them, limited to the events that the client
 * may see.
 */
@Injectable()
export class EventFeed {
  constructor(
    private readonly store: EventStore,
    private readonly index: EventIndex,
    private readonly news: EventNews,
    private readonly config: Config,
  ) {}

  /** @throws CodedError `webhook_event_unknown` */
  async page(me: Principal, { after, limit, ...asked }: EventsQuery): Promise<EventsResponse> {
    requireKnown(asked.types);
    const head = await this.head();
    const from = after === 'latest' ? head : (after ?? START);
    if (from >= head) return { data: [], next: from, hasMore: false };
    const { data, next, isOver } = await this.read(me, asked, { after: from, limit, upTo: head });
    return { data, next, hasMore: !isOver };
  }

  /**
   * Yields new events in batches, each with the position up to which every event was delivered.
   * @param who authenticates the client again before each batch; null ends the stream
   */
  async *follow(
    who: () => Promise<Principal | null>,
    { after, ...asked }: EventsQuery,
    signal: AbortSignal,
  ): AsyncIterable<{ events: EventResponse[]; checkpoint: string }> {
    requireKnown(asked.types);
    await this.news.begin();
    try {
      let upTo = await this.head();
      let position = after === undefined || after === 'latest' ? upTo : after;
      while (!signal.aborted) {
        const me = await who();
        if (!me) return;
        const { data, next, isOver } = await this.read(me, asked, { after: position, limit: BATCH, upTo });
        yield { events: data, checkpoint: next };
        position = next;
        if (isOver) upTo = await this.news.after(me.customerId, position, signal);
      }
    } finally {
      this.news.end();
    }
  }

  private async head(): Promise<string> {
    return (await this.store.head()) ?? START;
  }

  private async read(
    me: Principal,
    { types, payload }: Asked,
    { upTo, ...place }: { after: string; limit: number; upTo: string },
  ) {
    const wanted = types?.map((name) => eventByName.get(name)!) ?? catalogue;
    const names = wanted.filter((known) => mayRead(me, known)).map(({ name }) => name);
    const { events, ...how } = await this.index.page(me, { names, ...place }, upTo);
    const told = await Promise.all(events.map((placed) => this.tell(me.customerId, placed, payload)));
    return { data: told.filter((event) => event !== null), ...how };
  }

  /** The event as clients get it; null if the log no longer contains it. */
  private async tell(
    customerId: string,
    { name, stream, version, ...about }: Placed,
    payload: EventsQuery['payload'],
  ): Promise<EventResponse | null> {
    const apiUrl = this.config.publicUrl;
    for await (const event of this.store.readStream(stream, { customerId, from: version, max: 1 })) {
      const body = JSON.parse(
        payloadOf(eventByName.get(name)!, event, about, { payload, apiUrl }),
      ) as Payload;
      return { ...body, position: event.position };
    }
    return null;
  }
}

function mayRead(me: Principal, { name }: PublicEvent): boolean {
  const subject = subjectOf[name.slice(0, name.indexOf('::'))];
  return subject !== undefined && me.can('read', subject);
}

function requireKnown(types: string[] | undefined): void {
  const unknown = types?.find((name) => !eventByName.has(name));
  if (unknown !== undefined) throw new CodedError('webhook_event_unknown', unknown);
}
