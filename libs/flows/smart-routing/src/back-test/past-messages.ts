import { Injectable } from '@nestjs/common';
import { PastValues } from '@parley/contacts/read/past-values';
import type { RoutingDecision } from '@parley/contracts/events';
import type { JudgedMessage, Needs } from '@parley/contracts/routing/judge';
import { MAX_JUDGED_LENGTH } from '@parley/contracts/routing/keywords';
import { MAX_FIRST_MESSAGES } from '@parley/contracts/routing/smart-route-rules';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';

/** Number of messages in a piece. The messages of a piece are read together. */
export const PIECE = 1_000;

/** A range of messages in the order in which they were received. */
export interface Piece {
  /**
   * The first message of the range: creation time (ISO 8601 with microseconds) and log position. `last` is the same
   * for the last message.
   */
  first: [string, string];
  last: [string, string];
  count: number;
}

/** A past message as the rules judge it, and the decision that was recorded for it. */
export interface PastMessage {
  id: string;
  conversationId: string;
  position: string;
  /** The message for the rules; null if its sender was erased. */
  judged: JudgedMessage | null;
  /** The decision at the time; null if no rule was applied or none matched. */
  then: Pick<RoutingDecision, 'matched' | 'left'> | null;
}

interface Row {
  id: string;
  conversationId: string;
  contactId: string;
  channelId: string;
  identityId: string | null;
  position: string;
  time: Date;
  isErased: boolean;
  text: string | null;
  quoted: string | null;
  matched: RoutingDecision['matched'] | null;
  left: RoutingDecision['left'] | null;
}

/** SQL for a message's content before any edit, since rules judge a message only when it is received. */
const said = `coalesce(e.earlier -> 0 -> 'content', e.content)`;

/** SQL condition for messages that rules apply to: inbound, not automatic, and visible to the viewer. */
const received = (viewer: Viewer, values: unknown[]) => `
  e.customer_id = $1 and e.direction = 'in' and not e.is_automatic and ${visibleSql(viewer, 'c', values)}`;

/** Reads past messages with everything that rules depend on, as it was when the messages were received. */
@Injectable()
export class PastMessages {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly contacts: PastValues,
  ) {}

  /** Splits those messages of a period that the viewer may see into pieces, and counts them. */
  async pieces(viewer: Viewer, { from, to }: { from: string; to: string }): Promise<Piece[]> {
    const values: unknown[] = [viewer.customerId, from, to];
    const { rows } = await this.database.query<Piece>(
      `select jsonb_build_array(min(created_at), (array_agg(position order by n))[1]) as first,
              jsonb_build_array(max(created_at), (array_agg(position order by n desc))[1]) as last, count(*)::int as count
         from (select e.created_at, e.position, row_number() over (order by e.created_at, e.position) - 1 as n
                from transcript.entry e join inbox.conversation c on c.id = e.conversation_id
               where ${received(viewer, values)} and e.created_at >= $2 and e.created_at < $3) message
        group by n / ${PIECE} order by n / ${PIECE}`,
      values,
    );
    return rows;
  }

  /**
   * Reads the messages of a piece.
   * @param needs data besides the messages themselves on which the rules depend
   */
  async of(viewer: Viewer, { first, last }: Piece, needs: Needs): Promise<PastMessage[]> {
    const values: unknown[] = [viewer.customerId, ...first, ...last];
    const { rows } = await this.database.query<Row>(
      `select e.id, e.conversation_id as "conversationId", c.contact_id as "contactId", c.channel_id as "channelId",
              e.identity_id as "identityId", e.position, e.time, e.content is null as "isErased",
              left(case ${said} ->> 'type' when 'asset' then ${said} ->> 'caption' when 'text' then ${said} ->> 'text'
                   when 'template' then ${said} ->> 'text' when 'email' then ${said} ->> 'text' end, ${MAX_JUDGED_LENGTH}) as text,
              coalesce((select a.message_id from transcript.alias a
                         where a.id = (e.context -> 'replyTo' ->> 'messageId')::uuid),
                       (e.context -> 'replyTo' ->> 'messageId')::uuid) as quoted,
              d.decision -> 'matched' as matched, d.decision -> 'left' as left
         from transcript.entry e join inbox.conversation c on c.id = e.conversation_id
         left join routing.decision d on d.conversation_id = e.conversation_id and d.position = e.position
              and d.decision -> 'matched' <> '[]'
        where ${received(viewer, values)}
          and (e.created_at, e.position) >= ($2::timestamptz, $3::text collate "C")
          and (e.created_at, e.position) <= ($4::timestamptz, $5::text collate "C")
        order by e.created_at, e.position`,
      values,
    );
    const past = needs.number || needs.template ? await this.past(viewer.customerId, rows) : null;
    const contacts = needs.contact ? await this.contacts.of(viewer.customerId, rows) : null;
    return rows.map((row, index) => {
      const { id, conversationId, position, channelId, identityId, text, isErased, matched, left } = row;
      const writtenAt = row.time.toISOString();
      const judged = {
        ...{ channelId, identityId, text, writtenAt },
        ...past?.(row),
        ...(contacts && { contact: contacts[index] }),
      };
      return {
        ...{ id, conversationId, position },
        judged: isErased ? null : judged,
        then: matched && { matched, left: left ?? [] },
      };
    });
  }

  /**
   * Returns, for each message, how many messages the contact had written before it, and which template it replies to.
   */
  private async past(
    customerId: string,
    messages: Row[],
  ): Promise<(message: Row) => Pick<JudgedMessage, 'number' | 'templateId'>> {
    const ids = [...new Set(messages.map(({ conversationId }) => conversationId))];
    const { rows } = await this.database.query<{
      conversationId: string;
      direction: 'in' | 'out' | 'none';
      id: string;
      position: string;
      templateId: string | null;
    }>(
      `select e.conversation_id as "conversationId", e.direction, e.id, e.position,
              case e.content ->> 'type' when 'template' then e.content ->> 'templateId' end as "templateId"
         from transcript.entry e
        where e.customer_id = $1 and e.conversation_id = any($2::uuid[]) and e.position <= $3 collate "C"
          and (e.direction = 'in' or e.direction = 'out' and e.type not in ('event', 'information')
               or e.event ->> 'name' = 'chat::archived')
        order by e.position`,
      [customerId, ids, messages.reduce((most, { position }) => (position > most ? position : most), '')],
    );
    const talks = new Map(ids.map((id) => [id, { received: [] as string[], sent: [] as typeof rows }]));
    const archived = new Set<string>();
    for (const row of rows) {
      if (row.direction === 'in') talks.get(row.conversationId)!.received.push(row.position);
      else if (row.direction === 'out') talks.get(row.conversationId)!.sent.push(row);
      else archived.add(row.conversationId);
    }
    const ends = new Map(
      await Promise.all([...archived].map(async (id) => [id, await this.ends(customerId, id)] as const)),
    );
    return ({ conversationId, position, quoted }) => {
      const { received: came, sent } = talks.get(conversationId)!;
      const seenUpTo = ends.get(conversationId)?.findLast((end) => end.position < position)?.seenUpTo ?? '';
      const after = seenUpTo < position ? seenUpTo : '';
      const number = Math.min(upTo(came, position) - upTo(came, after), MAX_FIRST_MESSAGES + 1);
      const before = sent.slice(
        0,
        upTo(sent, position, (one) => one.position),
      );
      const answered = quoted ? before.find(({ id }) => id === quoted) : before.at(-1);
      return { number, templateId: answered?.templateId ?? null };
    };
  }

  /**
   * For each time that the conversation was archived or deleted: the log position of that event, and the position up
   * to which the conversation had been seen.
   */
  private async ends(
    customerId: string,
    conversationId: string,
  ): Promise<{ position: string; seenUpTo: string }[]> {
    const ends: { position: string; seenUpTo: string }[] = [];
    for await (const { type, position, data } of this.store.readStream(`conversation-${conversationId}`, {
      customerId,
    }))
      if (type === 'ConversationArchived' || type === 'ConversationDeleted')
        ends.push({ position, seenUpTo: (data as { seenUpTo: string }).seenUpTo });
    return ends;
  }
}

/** Number of items at or before a position. @param all sorted by position */
function upTo<T>(all: readonly T[], position: string, of = (one: T) => one as unknown as string): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (of(all[middle]!) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
