import { Injectable } from '@nestjs/common';
import type { ContactChange, ContactConversation } from '@parley/contracts/api/contacts';
import type { ContactEvent, RecordedEvent } from '@parley/contracts/events';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { visibleSql, type ContactViewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';

/** Maximum numbers of changes and of conversations in a contact's history; older ones are left out. */
const MAX_CHANGES = 200;
const MAX_CONVERSATIONS = 100;

/** Reads the conversations of a contact, and the changes of the contact's data. */
@Injectable()
export class ContactHistoryQueries {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  /**
   * Conversations of the contact and of contacts merged into it, on all channels, that this viewer may see; most
   * recent first.
   */
  async conversations(viewer: ContactViewer, contactId: string): Promise<ContactConversation[]> {
    const values: unknown[] = [contactId];
    const { rows } = await this.database.query<ContactConversation & { lastMessageAt: Date }>(
      `select a.conversation_id as id, a.channel_id as "channelId", c.status, a.assigned_user_id as "assignedUserId",
              a.assigned_team_id as "assignedTeamId", c.last_at as "lastMessageAt"
         from contacts.conversation_access a join contacts.conversation c using (conversation_id)
        where a.contact_id = $1 and ${visibleSql(viewer, 'a', values)}
        order by c.last_at desc, a.conversation_id desc limit ${MAX_CONVERSATIONS}`,
      values,
    );
    return rows.map((row) => ({ ...row, lastMessageAt: row.lastMessageAt.toISOString() }));
  }

  /** The changes of the contact, newest first: the names of the changed fields, without their values. */
  async changes(customerId: string, contactId: string): Promise<ContactChange[]> {
    const told: ContactChange[] = [];
    for await (const event of this.store.readStream(`contact-${contactId}`, { customerId })) {
      told.push(toChange(event as RecordedEvent & ContactEvent));
      if (told.length > MAX_CHANGES * 2) told.splice(0, MAX_CHANGES);
    }
    return told.slice(-MAX_CHANGES).reverse();
  }
}

function toChange(event: RecordedEvent & ContactEvent): ContactChange {
  const { data } = event;
  const isOfFields = /^Contact(Registered|Identified|DetailsChanged|Absorbed|Released)$/.test(event.type);
  const personal = 'personal' in data ? data.personal : null;
  const otherId =
    'intoId' in data
      ? data.intoId
      : 'fromId' in data
        ? data.fromId
        : 'otherId' in data
          ? data.otherId
          : 'contactId' in data
            ? data.contactId
            : null;
  return {
    id: event.id,
    type: event.type,
    time: event.time,
    userId: event.actor.type === 'user' ? event.actor.id : null,
    fields: isOfFields && personal ? Object.keys(personal) : [],
    labelId: 'labelId' in data ? data.labelId : null,
    otherId,
  };
}
