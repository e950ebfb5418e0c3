import { idOf, type ConversationEvent, type RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';
import { upsert } from '@parley/event-sourcing/projection/upsert';

/**
 * Table for every view that shows data of conversations, but not the conversations themselves: for each conversation,
 * the data that decides who may see it, and its contact. Belongs to `viewerDdl`.
 */
export const conversationAccessDdl = `
  create table conversation_access (
    conversation_id uuid primary key,
    customer_id uuid not null,
    contact_id uuid not null,
    channel_id uuid not null,
    assigned_user_id uuid,
    assigned_team_id uuid
  );
  create index conversation_access_by_contact on conversation_access (contact_id);
`;

export interface ConversationAccessRow {
  conversation_id: string;
  customer_id: string;
  contact_id: string;
  channel_id: string;
  assigned_user_id: string | null;
  assigned_team_id: string | null;
}

type Deciding = Extract<
  ConversationEvent,
  {
    type: 'ConversationStarted' | 'ConversationAssigned' | 'ConversationUnassigned' | 'ConversationDeleted';
  }
>;

const deciding: ReadonlySet<string> = new Set([
  'ConversationStarted',
  'ConversationAssigned',
  'ConversationUnassigned',
  'ConversationDeleted',
] satisfies Deciding['type'][]);

/** Folds a batch of events into the table `conversation_access`; most events do not change it. */
export async function projectConversationAccess(events: RecordedEvent[], tx: Sql): Promise<void> {
  const told = events.filter((event): event is RecordedEvent & Deciding => deciding.has(event.type));
  if (told.length === 0) return;
  const rows = await load([...new Set(told.map(({ stream }) => idOf(stream)))], tx);
  const before = new Set(rows.keys());
  for (const event of told) apply(rows, event);
  const gone = [...before].filter((id) => !rows.has(id));
  if (gone.length > 0) {
    await tx.query('delete from conversation_access where conversation_id = any($1::uuid[])', [gone]);
  }
  await upsert(tx, 'conversation_access', ['conversation_id'], [...rows.values()]);
}

function apply(rows: Map<string, ConversationAccessRow>, event: RecordedEvent & Deciding): void {
  const id = idOf(event.stream);
  const row = rows.get(id);
  if (event.type === 'ConversationStarted') {
    const { contactId: contact_id, channelId: channel_id } = event.data;
    const nobody = { assigned_user_id: null, assigned_team_id: null };
    if (row) return;
    rows.set(id, {
      conversation_id: id,
      customer_id: event.customerId,
      contact_id,
      channel_id,
      ...nobody,
    });
  } else if (event.type === 'ConversationDeleted') rows.delete(id);
  else if (row) {
    const { userId, teamId } =
      event.type === 'ConversationAssigned' ? event.data : { userId: null, teamId: null };
    rows.set(id, { ...row, assigned_user_id: userId, assigned_team_id: teamId });
  }
}

async function load(ids: string[], tx: Sql): Promise<Map<string, ConversationAccessRow>> {
  const { rows } = await tx.query<ConversationAccessRow>(
    'select * from conversation_access where conversation_id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map((row) => [row.conversation_id, row]));
}
