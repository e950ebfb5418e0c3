import {
  channelAfter,
  idOf,
  type ChannelEvent,
  type ContactEvent,
  type ConversationEvent,
  type CustomerEvent,
  type LabelEvent,
  type MessageEvent,
  type RecordedEvent,
  type TagEvent,
  type TeamEvent,
  type UserEvent,
} from '@parley/contracts/events';
import { forgetErased } from '@parley/read-kit/erased';
import { projectMerges } from '@parley/read-kit/merged';
import { MarksFold } from '@parley/read-kit/marks';
import { write } from '@parley/event-sourcing/projection/fold-sql';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import { accessChange, type Change, type View } from '@parley/event-sourcing/projection/view';
import { projectViewers } from '@parley/access-rules/viewer-tables';
import type { Sql } from '@parley/platform/database/database';
import { isoTime } from '@parley/platform/database/iso-time';
import { planArchives } from './due-archives';
import { isFirstTry } from './due-sends';
import { planTargets, saveTargets } from './due-targets';
import { planSurveys } from './due-surveys';
import { dueWakes } from './due-wakes';
import { changesOfMarks, distinct } from './inbox.changes';
import { ContactFold } from './inbox-contact.fold';
import { InboxFold, type TallyDelta, type UnreadRow } from './inbox.fold';
import { InboundFold, type InboundRow } from './inbox-inbound.fold';
import { MailsFold, type MailRow } from './inbox-mails.fold';
import { ReadingFold, type ReaderDelta, type ReaderRow, type ReadingRow } from './inbox-reading.fold';
import type { SendingRow } from './inbox-sends.fold';
import { projectSigner } from './signer.projection';
import { inboxDdl, inboxIndexes, type ChannelRow, type ConversationRow } from './inbox.rows';

type InboxEvent = RecordedEvent &
  (
    | ConversationEvent
    | MessageEvent
    | ContactEvent
    | ChannelEvent
    | UserEvent
    | TeamEvent
    | TagEvent
    | LabelEvent
    | CustomerEvent
  );

/** Folds the conversation lists, their counts and the access rules. */
export const inboxView: View = {
  name: 'inbox',
  prefixes: [
    'conversation-',
    'message-',
    'contact-',
    'channel-',
    'user-',
    'team-',
    'customer-',
    'tag-',
    'label-',
  ],
  ignores: isFirstTry,
  ddl: inboxDdl,
  remembersErased: true,
  indexes: inboxIndexes,

  async project(recorded, tx) {
    const { events, erased } = await forgetErased(recorded as InboxEvent[], tx);
    const { fold, unplanned, untargeted } = await loadFold(events, erased, tx);
    const contacts = new ContactFold();
    const channels: (RecordedEvent & ChannelEvent)[] = [];
    /** Ids of the organisations and channels for which the batch changes SLA targets. */
    const retargeted: string[] = [];
    const marks = new MarksFold();
    const access: Change[] = [];
    for (const event of events) {
      marks.apply(event);
      if (event.stream.startsWith('user-')) await projectSigner(event as RecordedEvent & UserEvent, tx);
      if (event.type === 'UserAdded' || event.type === 'UserInvited') await tallyForReader(event, tx);
      for (const id of await projectViewers(event, tx)) access.push(accessChange(event, id));
      switch (event.type) {
        case 'ContactErased':
          contacts.apply(event);
          fold.applyErasure(idOf(event.stream), event.position);
          break;
        case 'ChannelSettingsChanged':
        case 'ChannelDisconnected':
          // A row shows settings of its channel, so clients that display it have to fetch it again.
          access.push(accessChange(event, idOf(event.stream)));
          channels.push(event);
          retargeted.push(idOf(event.stream));
          break;
        case 'ChannelConnected':
        case 'ChannelMembersChanged':
          channels.push(event);
          break;
        case 'CustomerSettingChanged':
          await projectRetention(event, tx);
          if (event.data.name !== 'slaPolicies') break;
          await saveTargets(event.customerId, event.data.value, tx);
          retargeted.push(event.customerId);
          access.push(accessChange(event, event.customerId));
          break;
        case 'TeamCreated':
          await upsert(tx, 'team', ['id'], [{ id: idOf(event.stream), customer_id: event.customerId }]);
          break;
        case 'TeamDeleted':
          await tx.query('delete from team where id = $1', [idOf(event.stream)]);
          break;
        default:
          if (event.stream.startsWith('conversation-')) {
            fold.applyConversation(event as RecordedEvent & ConversationEvent);
          } else if (event.stream.startsWith('message-')) {
            fold.applyMessage(event as RecordedEvent & MessageEvent);
          } else if (event.stream.startsWith('contact-')) {
            contacts.apply(event as RecordedEvent & ContactEvent);
          }
      }
    }
    await saveChannels(channels, tx);
    const remerged = await projectMerges(events, tx);
    const retold = await contacts.save(remerged, tx);
    await save(fold, tx);
    await eraseMails(erased, tx);
    const changes = fold.changes();
    await planArchives(
      changes.filter(({ id }) => !unplanned.has(id)),
      channels,
      tx,
    );
    const due = dueWakes(events);
    planSurveys(events, due);
    await due.save(tx);
    await marks.saveMarks(tx);
    await marks.saveMarkings(tx);
    const remarked = await changesOfMarks(marks, tx);
    const shown = distinct([...changes, ...retold, ...remarked]);
    await planTargets(
      shown.filter(({ id }) => !untargeted.has(id)),
      retargeted,
      tx,
    );
    return [...shown, ...access];
  },
};

/** Events that change which messages are unread. */
const readsOneByOne = new Set<string>([
  'ConversationRead',
  'ConversationMarkedUnread',
  'SurveyAnswered',
  'SurveyCommented',
]);

interface Loaded {
  fold: InboxFold;
  /** Ids of conversations whose channel has no automatic archiving. */
  unplanned: ReadonlySet<string>;
  /** Ids of conversations whose organisation has no SLA policies. */
  untargeted: ReadonlySet<string>;
}

interface LoadedRow {
  row: ConversationRow;
  is_planned: boolean;
  has_targets: boolean;
  sending: null;
}

interface LoadedSend {
  row: null;
  sending: SendingRow;
}

/** Loads the conversations of the events, those whose newest message they change, and those of erased contacts. */
async function loadFold(events: InboxEvent[], erased: Set<string>, tx: Sql): Promise<Loaded> {
  const conversationIds = new Set<string>();
  const amendedIds = new Set<string>();
  const readIds = new Set<string>();
  const movedIds = new Set<string>();
  for (const event of events) {
    const id = idOf(event.stream);
    if (event.stream.startsWith('conversation-')) {
      conversationIds.add(id);
      if (readsOneByOne.has(event.type)) readIds.add(id);
      if (event.type === 'ConversationJoined') conversationIds.add(event.data.into);
    } else if (event.stream.startsWith('message-')) {
      const { conversationId, retryOf } = event.data as { conversationId?: string; retryOf?: string };
      if (conversationId) conversationIds.add(conversationId);
      else amendedIds.add(id);
      if (retryOf) amendedIds.add(retryOf);
      if (event.type !== 'MessageMoved') continue;
      for (const moved of [event.data.from, event.data.to]) movedIds.add(moved);
    }
  }
  for (const moved of movedIds) {
    conversationIds.add(moved);
    readIds.add(moved);
  }
  if (conversationIds.size + amendedIds.size + erased.size === 0) {
    return {
      fold: new InboxFold([], [], [], new ReadingFold([], [])),
      unplanned: new Set(),
      untargeted: new Set(),
    };
  }
  const { rows: found } = await tx.query<LoadedRow | LoadedSend>(
    `select to_jsonb(c) as row,
            exists (select from channel ch
                     where ch.id = c.channel_id and ch.set_up -> 'settings' ->> 'autoArchive' is not null) as is_planned,
            exists (select from organisation o
                     where o.customer_id = c.customer_id and o.sla_policies is not null) as has_targets,
            null::jsonb as sending
       from conversation c
      where id = any($1::uuid[] || array(select conversation_id from sending where message_id = any($2::uuid[])))
         or entry_id = any($2::uuid[]) or contact_id = any($3::uuid[])
     union all
     select null, null, null, to_jsonb(s) from sending s
      where message_id = any($2::uuid[]) or conversation_id = any($4::uuid[])`,
    [[...conversationIds], [...amendedIds], [...erased], [...movedIds]],
  );
  const rows = found.filter((each) => each.row !== null);
  const sends = found.flatMap(({ sending: send }) =>
    send ? { ...send, ended_wait: send.ended_wait && isoTime(send.ended_wait) } : [],
  );
  const conversations = rows.map(({ row }) => withIsoTimes(row));
  const reading = await loadReading(events, conversations, tx);
  const { mails, inbound } = await loadMoved([...movedIds], tx);
  const readForAll = conversations.flatMap((row) => (row.read_for_all && readIds.has(row.id) ? row.id : []));
  const untargeted = new Set(rows.flatMap(({ row, has_targets }) => (has_targets ? [] : row.id)));
  const unplanned = new Set(rows.flatMap(({ row, is_planned }) => (is_planned ? [] : row.id)));
  const unread = await loadUnread(readForAll, tx);
  const fold = new InboxFold(conversations, unread, sends, reading, mails, inbound);
  return { fold, unplanned, untargeted };
}

async function loadUnread(ids: string[], tx: Sql): Promise<UnreadRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<UnreadRow>(
    'select conversation_id, position from unread_message where conversation_id = any($1::uuid[])',
    [ids],
  );
  return rows;
}

/** Loads the read positions of the conversations with a read state per user; other conversations have none. */
async function loadReading(
  events: InboxEvent[],
  conversations: ConversationRow[],
  tx: Sql,
): Promise<ReadingFold> {
  const forEach = conversations.flatMap((row) => (row.read_for_all ? [] : row.id));
  const begins = events.some((event) => event.type === 'ConversationStarted' && !event.data.readForAll);
  if (forEach.length === 0 && !begins) return new ReadingFold([], []);
  const joining = events.flatMap((event): ReaderRow[] => {
    if (event.type !== 'UserAdded' && event.type !== 'UserInvited') return [];
    const { customerId: customer_id, position: since } = event;
    return [{ user_id: idOf(event.stream), customer_id, since }];
  });
  const { rows: joined } = await tx.query<ReaderRow>(
    'select user_id, customer_id, since from viewer where customer_id = any($1::uuid[])',
    [[...new Set(events.map(({ customerId }) => customerId))]],
  );
  const { rows: readings } = await tx.query<ReadingRow>(
    'select conversation_id, user_id, position from reading where conversation_id = any($1::uuid[])',
    [forEach],
  );
  // If a user was added several times, the first time counts.
  return new ReadingFold([...joining.reverse(), ...joined], readings);
}

/** Loads the e-mails and received messages of the conversations between which messages are moved. */
async function loadMoved(ids: string[], tx: Sql): Promise<{ mails: MailsFold; inbound: InboundFold }> {
  if (ids.length === 0) return { mails: new MailsFold([]), inbound: new InboundFold([]) };
  const { rows } = await tx.query<{ row: MailRow }>(
    'select to_jsonb(m) as row from mail m where conversation_id = any($1::uuid[])',
    [ids],
  );
  const mails = rows.map(({ row }) => ({ ...row, time: isoTime(row.time), heard_at: isoTime(row.heard_at) }));
  const { rows: inbound } = await tx.query<InboundRow>(
    'select conversation_id, position, number from inbound where conversation_id = any($1::uuid[])',
    [ids],
  );
  return { mails: new MailsFold(mails), inbound: new InboundFold(inbound) };
}

/**
 * Converts the times of a row: PostgreSQL writes its own form of a time into JSON, but the fold compares ISO 8601
 * text.
 */
function withIsoTimes(row: ConversationRow): ConversationRow {
  return {
    ...row,
    last_inbound_time: row.last_inbound_time && isoTime(row.last_inbound_time),
    entry_time: isoTime(row.entry_time),
    created_at: isoTime(row.created_at),
    opened_at: isoTime(row.opened_at),
    assigned_at: row.assigned_at && isoTime(row.assigned_at),
    received_at: row.received_at && isoTime(row.received_at),
    answered_at: row.answered_at && isoTime(row.answered_at),
    waiting_since: row.waiting_since && isoTime(row.waiting_since),
    snoozed_until: row.snoozed_until && isoTime(row.snoozed_until),
    sla_due_at: row.sla_due_at && isoTime(row.sla_due_at),
  };
}

async function save(fold: InboxFold, tx: Sql): Promise<void> {
  await forget(fold.deleted(), fold.mails.goneIds(), tx);
  await upsert(tx, 'conversation', ['id'], fold.changedRows());
  const { added, removed } = fold.unreadChanges();
  await upsert(tx, 'unread_message', ['conversation_id', 'position'], added);
  if (removed.length > 0) {
    await tx.query(
      `delete from unread_message u using unnest($1::uuid[], $2::text[]) as read(conversation_id, position)
        where u.conversation_id = read.conversation_id and u.position = read.position collate "C"`,
      [removed.map((row) => row.conversation_id), removed.map((row) => row.position)],
    );
  }
  await upsert(tx, 'reading', ['conversation_id', 'user_id'], fold.reading.changedRows());
  const { rows: inbound, left } = fold.inbound.changes();
  if (left.length > 0) {
    await tx.query(
      `delete from inbound i using unnest($1::uuid[], $2::text[]) as gone(conversation_id, position)
        where i.conversation_id = gone.conversation_id and i.position = gone.position collate "C"`,
      [left.map((row) => row.conversation_id), left.map((row) => row.position)],
    );
  }
  await upsert(tx, 'inbound', ['conversation_id', 'position'], inbound);
  await upsert(tx, 'mail', ['message_id'], fold.mails.changedRows());
  await upsert(tx, 'sending', ['message_id'], fold.sends.changedRows());
  await endSends(fold.sends.endedIds(), tx);
  await saveTally(fold.tallyDeltas(), tx);
  await saveReaderTally(fold.readerDeltas(), tx);
}

async function eraseMails(erased: Set<string>, tx: Sql): Promise<void> {
  if (erased.size === 0) return;
  await tx.query(
    `update mail m set preview = '', subject = '' from conversation c
      where c.id = m.conversation_id and c.contact_id = any($1::uuid[])`,
    [[...erased]],
  );
}

/**
 * Deletes sends that can no longer fail. The batch writes no rows of the same messages, so the deletion can share a
 * statement with other writes.
 */
async function endSends(ids: string[], tx: Sql): Promise<void> {
  if (ids.length === 0) return;
  const text = 'delete from sending where message_id = any($1::uuid[])';
  await write(tx, { table: 'sending, ended', text, values: [ids] });
}

async function saveTally(deltas: TallyDelta[], tx: Sql): Promise<void> {
  if (deltas.length === 0) return;
  const text = `insert into tally as t select * from jsonb_populate_recordset(null::tally, $1::jsonb)
     on conflict (customer_id, status, channel_id, assigned_user_id, assigned_team_id, has_failed)
     do update set count = t.count + excluded.count, unread = t.unread + excluded.unread,
       by_each = t.by_each + excluded.by_each`;
  await write(tx, { table: 'tally', text, values: [JSON.stringify(deltas)] });
  const shrunk = deltas.filter((delta) => delta.count < 0);
  if (shrunk.length === 0) return;
  await tx.query('delete from tally where count = 0 and customer_id = any($1::uuid[])', [
    [...new Set(shrunk.map((delta) => delta.customer_id))],
  ]);
}

async function saveReaderTally(deltas: ReaderDelta[], tx: Sql): Promise<void> {
  if (deltas.length === 0) return;
  const text = `insert into reader_tally as t select * from jsonb_populate_recordset(null::reader_tally, $1::jsonb)
     on conflict (user_id, customer_id, status, channel_id, assigned_user_id, assigned_team_id, has_failed)
     do update set read = t.read + excluded.read`;
  await write(tx, { table: 'reader_tally', text, values: [JSON.stringify(deltas)] });
  const shrunk = deltas.filter((delta) => delta.read < 0);
  if (shrunk.length === 0) return;
  await tx.query('delete from reader_tally where read = 0 and user_id = any($1::uuid[])', [
    [...new Set(shrunk.map((delta) => delta.user_id))],
  ]);
}

/**
 * Deletes the rows of deleted conversations and e-mails. Runs before the batch is written, because a deleted
 * conversation may have started again within the batch.
 */
async function forget(ids: string[], mailIds: string[], tx: Sql): Promise<void> {
  if (ids.length + mailIds.length > 0) {
    await tx.query(
      'delete from mail where conversation_id = any($1::uuid[]) or message_id = any($2::uuid[])',
      [ids, mailIds],
    );
  }
  if (ids.length === 0) return;
  await tx.query('delete from conversation where id = any($1::uuid[])', [ids]);
  await tx.query('delete from unread_message where conversation_id = any($1::uuid[])', [ids]);
  await tx.query('delete from reading where conversation_id = any($1::uuid[])', [ids]);
  await tx.query('delete from inbound where conversation_id = any($1::uuid[])', [ids]);
  await tx.query('delete from sending where conversation_id = any($1::uuid[])', [ids]);
  await tx.query('delete from due where stream = any($1::text[])', [ids.map((id) => `conversation-${id}`)]);
}

async function saveChannels(events: (RecordedEvent & ChannelEvent)[], tx: Sql): Promise<void> {
  if (events.length === 0) return;
  const { rows } = await tx.query<ChannelRow>('select * from channel where id = any($1::uuid[])', [
    events.map(({ stream }) => idOf(stream)),
  ]);
  const channels = new Map(rows.map((row) => [row.id, row]));
  for (const event of events) {
    const id = idOf(event.stream);
    const set_up = channelAfter(channels.get(id)?.set_up ?? null, event);
    if (!set_up) continue;
    channels.set(id, { id, customer_id: event.customerId, set_up });
  }
  await upsert(tx, 'channel', ['id'], [...channels.values()]);
}

/**
 * When a user is added, counts every conversation where each user has a read state as read by this user. Runs before
 * the user's row is written, so that a user who is added twice is counted once. The tally is as before the batch; the
 * changes of the batch are applied to this user later.
 */
async function tallyForReader({ stream, customerId }: RecordedEvent, tx: Sql): Promise<void> {
  await tx.query(
    `insert into reader_tally
       select customer_id, $1::uuid, status, channel_id, assigned_user_id, assigned_team_id, has_failed, by_each
         from tally where customer_id = $2 and by_each > 0 and not exists (select from viewer where user_id = $1)`,
    [idOf(stream), customerId],
  );
}

async function projectRetention(
  { customerId, data }: RecordedEvent & Extract<CustomerEvent, { type: 'CustomerSettingChanged' }>,
  tx: Sql,
): Promise<void> {
  if (data.name !== 'customDataRetentionDays') return;
  const retention_days = data.value === -1 ? null : data.value;
  await upsert(tx, 'organisation', ['customer_id'], [{ customer_id: customerId, retention_days }]);
}
