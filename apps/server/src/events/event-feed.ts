import { Injectable } from '@nestjs/common';
import { contactsView } from '@parley/contacts/read/contacts.projector';
import { ContactQueries } from '@parley/contacts/read/contacts.queries';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { EventResponse, EventsResponse } from '@parley/contracts/api/events';
import type { EventsQuery } from '@parley/contracts/api/events.requests';
import type { RecordedEvent } from '@parley/contracts/events';
import { inboxView } from '@parley/conversations/read/inbox.projector';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { START } from '@parley/event-sourcing/store/position';
import { Config } from '@parley/platform/config/config';
import type { Principal } from '@parley/platform/http/principal';
import { eventByFact, eventByName, publicPrefixes } from '@parley/webhooks/catalogue/catalogue';
import { payloadOf } from '@parley/webhooks/catalogue/payload';
import type { About, PublicEvent } from '@parley/webhooks/catalogue/public-event';
import { Subjects } from '@parley/webhooks/delivery/subjects';

/** Events of the log that one request looks at: they are of every organisation, and of some few things each. */
const MOST_LOOKED_AT = 10_000;
const BATCH = 500;

/** What somebody has to be able to read to be told an event of this kind. */
const subjectOf: Record<string, string> = {
  chat: 'inbox',
  message: 'inbox',
  contact: 'contacts',
  tag: 'tags',
  label: 'labels',
  integration: 'events',
};

type Asked = Pick<EventsQuery, 'types' | 'payload'>;

interface Known {
  event: RecordedEvent;
  known: PublicEvent;
  about: About;
}

/** What webhooks are told, for those who ask: as far as they may see what it is about. */
@Injectable()
export class EventFeed {
  constructor(
    private readonly store: EventStore,
    private readonly subjects: Subjects,
    private readonly inbox: InboxQueries,
    private readonly contacts: ContactQueries,
    private readonly views: Views,
    private readonly config: Config,
  ) {}

  /** @throws CodedError `webhook_event_unknown` */
  async page(me: Principal, { after, limit, ...asked }: EventsQuery): Promise<EventsResponse> {
    requireKnown(asked.types);
    const head = (await this.store.head()) ?? START;
    let next = after === 'latest' ? head : (after ?? START);
    const data: EventResponse[] = [];
    if (next >= head) return { data, next, hasMore: false };
    const stop = new AbortController();
    let lookedAt = 0;
    try {
      const from = { after: next, prefixes: publicPrefixes, signal: stop.signal, batchSize: BATCH };
      for await (const { events, checkpoint } of this.store.subscribeAll(from)) {
        const told = await this.told(me, events, asked);
        data.push(...told.slice(0, limit - data.length));
        const isFull = data.length === limit;
        next = isFull ? data.at(-1)!.position : checkpoint;
        lookedAt += events.length;
        if (isFull || checkpoint >= head || lookedAt >= MOST_LOOKED_AT) break;
      }
    } finally {
      stop.abort();
    }
    return { data, next, hasMore: next < head };
  }

  /**
   * The same as it happens, in batches: each with the position up to which everything was told.
   * @param who asks, by each batch anew; null ends it
   */
  async *follow(
    who: () => Promise<Principal | null>,
    { after, ...asked }: EventsQuery,
    signal: AbortSignal,
  ): AsyncIterable<{ events: EventResponse[]; checkpoint: string }> {
    requireKnown(asked.types);
    const from = after === undefined || after === 'latest' ? ((await this.store.head()) ?? START) : after;
    const batches = this.store.subscribeAll({
      ...{ after: from, prefixes: publicPrefixes, signal, batchSize: BATCH },
    });
    for await (const { events, checkpoint } of batches) {
      const me = await who();
      if (!me) return;
      yield { events: await this.told(me, events, asked), checkpoint };
    }
  }

  private async told(
    me: Principal,
    events: RecordedEvent[],
    { types, payload }: Asked,
  ): Promise<EventResponse[]> {
    const wanted = events.flatMap((event) => {
      const known = eventByFact.get(event.type);
      if (!known || event.fault || event.customerId !== me.customerId) return [];
      if (types && !types.includes(known.name)) return [];
      return mayRead(me, known) ? [{ event, known }] : [];
    });
    const found: Known[] = [];
    for (const each of wanted) {
      const about = await this.subjects.about(each.event);
      if (about) found.push({ ...each, about });
    }
    const apiUrl = this.config.publicUrl;
    return (await this.visible(me, found)).map(({ event, known, about }) => ({
      ...(JSON.parse(payloadOf(known, event, about, { payload, apiUrl })) as Omit<EventResponse, 'position'>),
      position: event.position,
    }));
  }

  /** Those about conversations and contacts that this principal may see now. */
  private async visible(me: Principal, found: Known[]): Promise<Known[]> {
    if (found.length === 0) return [];
    const viewer = await this.inbox.viewer(me);
    // Whoever sees everything is also told of what is gone.
    if (viewer.channelIds === null && viewer.forcedTeamFilter === null) return found;
    const upTo = found.at(-1)!.event.position;
    await Promise.all([
      this.views.catchUp(inboxView.name, upTo),
      this.views.catchUp(contactsView.name, upTo),
    ]);
    const chatIds = found.flatMap(({ about }) => about.conversationId ?? []);
    const contactIds = found.flatMap(({ about }) => (about.conversationId ? [] : (about.contactId ?? [])));
    const chats = await this.inbox.visibleAmong(viewer, [...new Set(chatIds)]);
    const contacts = await this.contacts.visibleAmong(me, [...new Set(contactIds)]);
    return found.filter(({ about }) => {
      if (about.conversationId) return chats.has(about.conversationId);
      return !about.contactId || contacts.has(about.contactId);
    });
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
