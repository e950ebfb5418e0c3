import type { MessageEvent, RecordedEvent } from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import { catalogue, eventByFact, publicPrefixes } from '../catalogue/catalogue';
import { aboutOf } from '../delivery/subjects';

/** A public event and its position in the log. */
export interface EventRow {
  customer_id: string;
  position: string;
  id: string;
  /** Public name from the catalogue. */
  name: string;
  stream: string;
  version: number;
  occurred_at: string;
}

/**
 * SQL condition: an event `e` with its subject `s` is public. An event of a message without a known subject is not.
 */
export const isToldSql = `(s.stream is not null or not (e.stream ^@ 'message-' or e.stream ^@ 'conversation-'))`;

/**
 * Positions of the public events of each organisation, so that a reader of past events reads no other organisation's.
 * Contains no content of events.
 */
export const eventsView: View = {
  name: 'events',
  prefixes: publicPrefixes,
  // The projector gathers events for a short time only, since readers wait for an event of which they were notified.
  gatherMs: 500,
  // The DDL contains the names of the catalogue, so that a changed catalogue rebuilds the view.
  ddl: `
    -- ${catalogue.map(({ name, fact }) => `${name} ${fact}`).join(', ')}
    create table event (
      customer_id uuid not null,
      position text collate "C" not null,
      id uuid not null,
      name text not null,
      stream text collate "C" not null,
      version int not null,
      occurred_at timestamptz not null,
      primary key (customer_id, position)
    );
    -- Whom a conversation, a message or a contact is about.
    create table subject (
      stream text collate "C" primary key,
      conversation_id uuid,
      contact_id uuid not null,
      channel_id uuid
    );`,

  async project(events, tx) {
    const firsts = events.filter(({ version }) => version === 0);
    const subjects = firsts.flatMap((event) => {
      const about = aboutOf(event);
      if (!about?.contactId) return [];
      const { conversationId: conversation_id, contactId: contact_id, channelId: channel_id } = about;
      return [{ stream: event.stream, conversation_id, contact_id, channel_id }];
    });
    const rows = events.flatMap(({ customerId, position, id, type, stream, version, time }): EventRow[] => {
      const known = eventByFact.get(type);
      if (!known) return [];
      const place = { customer_id: customerId, position, id, stream, version };
      return [{ ...place, name: known.name, occurred_at: time }];
    });
    await upsert(tx, 'subject', ['stream'], subjects);
    const moved = (events as (RecordedEvent & MessageEvent)[]).filter(
      (event) => event.type === 'MessageMoved',
    );
    for (const { stream, data } of moved) {
      await tx.query('update subject set conversation_id = $2 where stream = $1', [stream, data.to]);
    }
    await upsert(tx, 'event', ['customer_id', 'position'], rows);
    return [];
  },
};
