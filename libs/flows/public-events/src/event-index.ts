import { Injectable } from '@nestjs/common';
import { contactsView } from '@parley/contacts/read/contacts.projector';
import { ContactQueries } from '@parley/contacts/read/contacts.queries';
import { inboxView } from '@parley/conversations/read/inbox.projector';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { standsForSql } from '@parley/read-kit/merged';
import { Views } from '@parley/event-sourcing/projection/views';
import { contactVisibleSql, visibleSql } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { eventsView, isToldSql } from '@parley/webhooks/read/events.view';

/** Maximum number of the organisation's events that one request examines. */
const MAX_LOOKED_AT = 10_000;

/** A public event, with its place in the log. */
export interface Placed {
  position: string;
  name: string;
  stream: string;
  version: number;
  conversationId: string | null;
  contactId: string | null;
  channelId: string | null;
}

interface Asked {
  /** Names of public events, from their catalogue. */
  names: string[];
  after: string;
  limit: number;
}

/** Finds public events of a user's organisation that are about objects which the user may see at present. */
@Injectable()
export class EventIndex {
  constructor(
    private readonly database: Database,
    private readonly views: Views,
    private readonly inbox: InboxQueries,
    private readonly contacts: ContactQueries,
  ) {}

  /**
   * @param upTo position that the views must have folded
   * @returns `next`: position up to which `events` is complete; `isOver`: whether there were no further events at
   * the time of reading
   * @throws Rejected `busy` if the views do not reach `upTo` in time
   */
  async page(
    me: Principal,
    { names, after, limit }: Asked,
    upTo: string,
  ): Promise<{ events: Placed[]; next: string; isOver: boolean }> {
    const values: unknown[] = [me.customerId, after, names, limit];
    const seen = await this.seenBy(me, values, upTo);
    await this.views.catchUp(eventsView.name, upTo);
    const end = await this.endOf(me.customerId, after);
    const { rows } = await this.database.query<Placed & { [column: string]: unknown }>(
      `select e.position, e.name, e.stream, e.version, s.conversation_id as "conversationId",
          s.contact_id as "contactId", s.channel_id as "channelId"
         from events.event e left join events.subject s on s.stream = e.stream
        where e.customer_id = $1 and e.position > $2 and e.position <= $${values.push(end.position)}
          and e.name = any($3) and ${isToldSql} and ${seen}
        order by e.position limit $4`,
      values,
    );
    const isFull = rows.length === limit;
    return {
      events: rows,
      next: isFull ? rows.at(-1)!.position : end.position,
      isOver: !isFull && end.isOver,
    };
  }

  /**
   * End of the range that one request examines: `MAX_LOOKED_AT` events of the organisation, or the view's checkpoint
   * if there are fewer.
   */
  private async endOf(customerId: string, after: string): Promise<{ position: string; isOver: boolean }> {
    const checkpoint = await this.views.checkpoint(eventsView.name);
    const { rows } = await this.database.query<{ position: string }>(
      `select position from events.event where customer_id = $1 and position > $2
        order by position offset $3 limit 1`,
      [customerId, after, MAX_LOOKED_AT - 1],
    );
    const [last] = rows;
    if (last) return { position: last.position, isOver: false };
    return { position: checkpoint > after ? checkpoint : after, isOver: true };
  }

  /**
   * SQL condition for events that a user may see. A user who sees everything also gets events about deleted objects.
   */
  private async seenBy(me: Principal, values: unknown[], upTo: string): Promise<string> {
    const viewer = await this.inbox.viewer(me);
    if (viewer.channelIds === null && viewer.forcedTeamFilter === null) return 'true';
    await Promise.all([
      this.views.catchUp(inboxView.name, upTo),
      this.views.catchUp(contactsView.name, upTo),
    ]);
    const { viewer: contactViewer } = await this.contacts.viewerAt(me);
    const ofContact = contactVisibleSql(
      contactViewer,
      { contactId: standsForSql('s.contact_id', 'contacts.'), schema: 'contacts' },
      values,
    );
    const ofConversation = `exists (select from inbox.conversation c
      where c.id = s.conversation_id and ${visibleSql(await this.inbox.viewer(me), 'c', values)})`;
    return `case when s.conversation_id is not null then ${ofConversation}
                 when s.contact_id is not null then ${ofContact} else true end`;
  }
}
