import type { ConversationEvent, MessageEvent, RecordedEvent } from '@parley/contracts/events';
import { idOf } from '@parley/contracts/events';
import type { Change } from '@parley/event-sourcing/projection/view';
import type { Access } from '@parley/access-rules/viewer';
import { statusAfter } from './entry-status';
import type { ReaderDelta, ReadingFold } from './inbox-reading.fold';
import { InboundFold } from './inbox-inbound.fold';
import { MailsFold, type MailRow } from './inbox-mails.fold';
import { SendsFold, type SendingRow } from './inbox-sends.fold';
import type { ConversationRow, ShownEntry } from './inbox.rows';
import { creatorOf } from './creator';
import { messageTime } from '@parley/contracts/rules/message-time';
import { afterAnswer, afterLostAnswer, afterTelling, spanFrom } from '../domain/service-level';
import { previewOf } from './preview';
import { groupOf, isForEach, keyOf, type TallyGroup } from './tally-group';

export interface TallyDelta extends TallyGroup {
  count: number;
  unread: number;
  by_each: number;
}

export interface UnreadRow {
  conversation_id: string;
  position: string;
}

/** Folds one batch of events into the rows of the conversation lists. */
export class InboxFold {
  private readonly rows = new Map<string, ConversationRow>();
  private readonly before = new Map<string, ConversationRow | null>();
  private readonly byEntry = new Map<string, string>();
  /**
   * Positions of unread messages; loaded only for conversations that the batch reads, marks unread or moves mails
   * between.
   */
  private readonly unread = new Map<string, Set<string>>();
  private readonly nowUnread = new Map<string, UnreadRow>();
  private nowRead: UnreadRow[] = [];
  private readonly touched = new Map<string, string>();
  private readonly gone = new Set<string>();
  readonly sends: SendsFold;

  /**
   * @param unread all unread messages of the conversations that the batch reads, marks unread or moves mails between
   * @param sends outgoing messages of the batch that may still fail
   * @param mails all e-mails of the conversations between which the batch moves some
   * @param inbound the received messages of those conversations, if each user has a read state there
   */
  constructor(
    rows: ConversationRow[],
    unread: UnreadRow[],
    sends: SendingRow[],
    readonly reading: ReadingFold,
    readonly mails: MailsFold = new MailsFold([]),
    readonly inbound: InboundFold = new InboundFold([]),
  ) {
    this.sends = new SendsFold(sends);
    for (const row of rows) {
      this.rows.set(row.id, row);
      this.before.set(row.id, { ...row });
      if (row.entry_id) this.byEntry.set(row.entry_id, row.id);
    }
    for (const { conversation_id, position } of unread) this.unreadOf(conversation_id).add(position);
  }

  applyConversation(event: RecordedEvent & ConversationEvent): void {
    const id = idOf(event.stream);
    if (event.type === 'ConversationStarted') {
      if (!this.rows.has(id)) this.start(id, event);
      return;
    }
    const row = this.rows.get(id);
    if (!row) return;
    switch (event.type) {
      case 'ConversationDeleted':
        this.delete(row);
        break;
      case 'ConversationAssigned':
        row.assigned_user_id = event.data.userId;
        row.assigned_team_id = event.data.teamId;
        this.changeHands(row, event);
        break;
      case 'ConversationUnassigned':
        row.assigned_user_id = row.assigned_team_id = null;
        this.changeHands(row, event);
        break;
      case 'ConversationArchived':
        row.status = 'closed';
        row.snoozed_until = null;
        // If the archiving user had seen all messages, archiving ends the contact's wait.
        if (later(row.last_inbound_position, row.moved_in_position ?? '') <= event.data.seenUpTo)
          row.waiting_since = row.answer_id = null;
        break;
      case 'ConversationReopened':
        row.status = 'open';
        row.snoozed_until = null;
        row.opened_at = event.time;
        row.sla_span = spanFrom(event.time);
        break;
      case 'ConversationSnoozed':
        if (row.status === 'closed') break;
        row.status = 'snoozed';
        row.snoozed_until = event.data.until;
        break;
      case 'ConversationWoken':
        if (row.status !== 'snoozed') break;
        row.status = 'open';
        row.snoozed_until = null;
        // The period until automatic archiving starts again at this time.
        row.opened_at = event.time;
        break;
      case 'ConversationRead':
        if (row.read_for_all) this.read(row, event.data.seenUpTo);
        else this.reading.apply(event);
        break;
      case 'InternalCommentAdded':
        this.note(row, event);
        break;
      case 'ConversationMarkedUnread':
        if (row.read_for_all) this.markUnread(row, event.data.position);
        else this.reading.apply(event);
        break;
      case 'ConversationRouted':
      case 'ConversationShared':
        // Assignments and tags are recorded as separate events, which change the row.
        return;
      case 'SlaWarned':
      case 'SlaBreached': {
        const stage = event.type === 'SlaWarned' ? 'warned' : 'breached';
        row.sla_span = afterTelling(row.sla_span, event.data, stage, event.time);
        break;
      }
      case 'BroadcastAnswered':
      case 'SurveySkipped':
        // The thread shows this event, the list row does not.
        break;
      case 'SurveyPlanned':
      case 'SurveyAsked':
        return;
      case 'SurveyAnswered': {
        // The contact needs no reply to a rating, and no user has to read it.
        const { position } = event.data;
        if ((row.last_inbound_position ?? '') <= position) row.waiting_since = row.answer_id = null;
        if (row.read_for_all) this.readOne(row, position);
        break;
      }
      case 'SurveyCommented':
        if (row.read_for_all) this.markUnread(row, event.data.position);
        break;
      case 'ConversationJoined': {
        // The contact's wait passes to the other conversation; the messages move with separate events.
        const there = this.rows.get(event.data.into);
        if (there) {
          there.moved_in_position = event.position;
          if (row.waiting_since !== null)
            there.waiting_since = earlier(there.waiting_since, row.waiting_since);
          this.touched.set(there.id, event.position);
        }
        break;
      }
      case 'ConversationParted':
        break;
      case 'ConversationTagged':
      case 'ConversationUntagged':
        // Tags have their own table; the row only has to count as changed.
        break;
    }
    this.touched.set(id, event.position);
  }

  /** Erases the quotes of an erased contact's messages in list rows. */
  applyErasure(contactId: string, position: string): void {
    for (const row of this.rows.values()) {
      if (row.contact_id !== contactId) continue;
      if (row.entry_preview !== null) row.entry_preview = '';
      if (row.subject !== null) row.subject = '';
      if (row.last_note !== null) row.last_note = { ...row.last_note, entry_preview: '' };
      this.mails.erase(row.id);
      this.touched.set(row.id, position);
    }
  }

  applyMessage(event: RecordedEvent & MessageEvent): void {
    const messageId = idOf(event.stream);
    switch (event.type) {
      case 'MessageReceived':
      case 'MessageEchoed':
      case 'MessageQueued':
        this.write(messageId, event);
        return;
      case 'MessageMoved':
        this.move(messageId, event);
        return;
      default: {
        // The echo proved to be an own message, so it is removed from the e-mails.
        if (event.type === 'MessageAliased' && event.version > 0) this.mails.lose({ message_id: messageId });
        const row = this.rows.get(this.byEntry.get(messageId) ?? '');
        if (row?.entry_id === messageId) this.amend(row, event);
        this.settle(messageId, event);
      }
    }
  }

  private changeHands(row: ConversationRow, { time, actor }: RecordedEvent): void {
    row.assigned_at = time;
    row.assigned_by = actor.type === 'user' ? actor.id : null;
  }

  private start(
    id: string,
    event: RecordedEvent & Extract<ConversationEvent, { type: 'ConversationStarted' }>,
  ): void {
    const { contactId, channelId, readForAll, startedAt } = event.data;
    if (!this.before.has(id)) this.before.set(id, null);
    this.rows.set(id, {
      id,
      customer_id: event.customerId,
      contact_id: contactId,
      channel_id: channelId,
      identity_id: null,
      status: 'open',
      snoozed_until: null,
      assigned_user_id: null,
      assigned_team_id: null,
      assigned_at: null,
      assigned_by: null,
      read_for_all: readForAll,
      unread: 0,
      last_inbound_time: null,
      last_inbound_position: null,
      moved_in_position: null,
      entry_id: null,
      entry_direction: null,
      entry_type: null,
      entry_preview: null,
      subject: null,
      last_note: null,
      entry_status: null,
      entry_created_by: null,
      entry_created_by_entity: null,
      entry_position: null,
      reply_by: null,
      reply_position: null,
      entry_time: startedAt,
      created_at: startedAt,
      opened_at: event.time,
      received_at: null,
      answered_at: null,
      waiting_since: null,
      answer_id: null,
      failed_sends: 0,
      sla_span: spanFrom(event.time),
      sla_due_at: null,
      sla_clock: null,
      sla_stage: null,
    });
    this.touched.set(id, event.position);
  }

  private write(
    messageId: string,
    event: RecordedEvent &
      Extract<MessageEvent, { type: 'MessageReceived' | 'MessageEchoed' | 'MessageQueued' }>,
  ): void {
    const row = this.rows.get(event.data.conversationId);
    if (!row) return;
    const isInbound = event.type === 'MessageReceived';
    const time = messageTime(event.data, event.time);
    if (isInbound) {
      row.identity_id = event.data.identityId ?? null;
      this.receive(row, event.position);
      row.last_inbound_position = event.position;
      if (!row.last_inbound_time || time > row.last_inbound_time) row.last_inbound_time = time;
      row.received_at = event.time;
      row.waiting_since = earlier(row.waiting_since, time);
    } else {
      // Until the contact writes, the organisation's messages determine which sender (`identity_id`) the conversation
      // has.
      if (event.type === 'MessageQueued' && !row.last_inbound_time)
        row.identity_id = event.data.identityId ?? null;
      const sending = { message_id: messageId, conversation_id: row.id, status: statusAfter('none', event) };
      // An automatic message does not count as a reply.
      const isAnswer = event.type === 'MessageEchoed' || event.actor.type !== 'system';
      this.sends.add({ ...sending, ended_wait: isAnswer ? row.waiting_since : null });
      if (isAnswer) {
        row.answered_at = event.time;
        row.sla_span = afterAnswer(row.sla_span, row.waiting_since, event.time);
        row.waiting_since = null;
        row.answer_id = messageId;
      }
    }
    const repeated = event.type === 'MessageQueued' ? event.data.retryOf : undefined;
    if (repeated !== undefined && this.sends.repeat(repeated)) row.failed_sends -= 1;
    if (event.type === 'MessageQueued' && event.actor.type === 'user') {
      row.reply_by = event.actor.id;
      row.reply_position = event.position;
    }
    const { content } = event.data.personal ?? {};
    const isMail = event.data.contentType === 'email';
    const subject = content?.type === 'email' ? content.subject : '';
    if (isMail) {
      this.mails.add({
        message_id: messageId,
        conversation_id: row.id,
        position: event.position,
        time,
        heard_at: event.time,
        is_inbound: isInbound,
        preview: previewOf(content),
        subject,
        created_by: event.actor.type === 'user' ? event.actor.id : null,
        created_by_entity: creatorOf(event),
      });
    }
    if (row.entry_id === null || time >= row.entry_time) {
      if (isMail) row.subject = subject;
      this.showLast(row, {
        entry_id: messageId,
        entry_direction: isInbound ? 'in' : 'out',
        entry_type: event.data.contentType,
        entry_preview: previewOf(event.data.personal?.content),
        entry_status: statusAfter('none', event),
        entry_created_by: event.actor.type === 'user' ? event.actor.id : null,
        entry_created_by_entity: creatorOf(event),
        entry_position: event.position,
        entry_time: time,
      });
    }
    this.touched.set(row.id, event.position);
  }

  /** Shows a note as the newest entry of the row; a note does not count as a reply. */
  private note(
    row: ConversationRow,
    event: RecordedEvent & Extract<ConversationEvent, { type: 'InternalCommentAdded' }>,
  ): void {
    const { commentId, userId, personal } = event.data;
    const note = {
      entry_id: commentId,
      entry_direction: 'none',
      entry_type: 'information',
      entry_preview: previewOf(personal ? { type: 'text', text: personal.text } : undefined),
      entry_status: 'none',
      entry_created_by: userId,
      entry_created_by_entity: 'user',
      entry_position: event.position,
      entry_time: event.time,
    } as const;
    // Only rows of e-mail conversations store their last note: if e-mails are moved away, the note may become the
    // newest entry.
    if (row.subject !== null) row.last_note = note;
    if (event.time >= row.entry_time) this.showLast(row, note);
  }

  /** Moves an e-mail to another conversation of its contact, and updates both rows. */
  private move(
    messageId: string,
    { data: { from, to }, position }: RecordedEvent & Extract<MessageEvent, { type: 'MessageMoved' }>,
  ): void {
    const mail = this.mails.find(messageId);
    if (mail?.conversation_id !== from || from === to) return;
    const [source, target] = [this.rows.get(mail.conversation_id), this.rows.get(to)];
    if (target) this.mails.move(mail, to);
    else this.mails.lose(mail);
    const hasFailed = !mail.is_inbound && this.sends.move(messageId, target ? to : null);
    const isUnread = mail.is_inbound && !!source?.read_for_all && this.unreadOf(source.id).has(mail.position);
    const isWaiting = mail.is_inbound && !!source?.waiting_since && mail.time >= source.waiting_since;
    if (source) {
      if (hasFailed) source.failed_sends -= 1;
      if (mail.is_inbound) this.leave(source, mail);
      if (source.entry_id === messageId) this.showNewest(source);
      this.touched.set(source.id, position);
    }
    if (target) {
      target.moved_in_position = position;
      if (hasFailed) target.failed_sends += 1;
      if (mail.is_inbound) this.enter(target, mail, { isUnread, isWaiting });
      // If two mails have the same time, the later one in the log counts as newer.
      const shown = target.entry_time + (target.entry_position ?? '');
      if (target.entry_id === null || mail.time + mail.position > shown) this.showMail(target, mail);
      this.touched.set(target.id, position);
    }
  }

  private leave(row: ConversationRow, { position, time }: MailRow): void {
    if (row.read_for_all) this.readOne(row, position);
    else {
      row.unread -= 1;
      this.inbound.leave({ conversation_id: row.id, position });
    }
    const left = this.mails.of(row.id).filter(({ is_inbound }) => is_inbound);
    const latest = (values: string[]) => values.toSorted().at(-1) ?? null;
    row.last_inbound_position = latest(left.map((mail) => mail.position));
    row.last_inbound_time = latest(left.map((mail) => mail.time));
    row.received_at = latest(left.map((mail) => mail.heard_at));
    if (row.waiting_since !== time) return;
    const waiting = left
      .filter((mail) => mail.time >= time && mail.heard_at > (row.answered_at ?? ''))
      .map((mail) => mail.time);
    row.waiting_since = waiting.toSorted()[0] ?? null;
  }

  private enter(
    row: ConversationRow,
    { position, time, heard_at }: MailRow,
    { isUnread, isWaiting }: { isUnread: boolean; isWaiting: boolean },
  ): void {
    if (!row.read_for_all) {
      row.unread += 1;
      this.inbound.enter({ conversation_id: row.id, position });
    } else if (isUnread) this.markUnread(row, position);
    row.last_inbound_position = later(row.last_inbound_position, position);
    row.last_inbound_time = later(row.last_inbound_time, time);
    row.received_at = later(row.received_at, heard_at);
    if (isWaiting) row.waiting_since = earlier(row.waiting_since, time);
  }

  private showNewest(row: ConversationRow): void {
    const mail = this.mails.of(row.id).at(-1);
    this.showMail(row, mail);
    const note = row.last_note;
    if (note && (!mail || note.entry_time >= mail.time)) this.showLast(row, note);
  }

  /** @param mail the newest e-mail; undefined if the conversation has no e-mail left */
  private showMail(row: ConversationRow, mail: MailRow | undefined): void {
    if (row.entry_id) this.byEntry.delete(row.entry_id);
    if (!mail) {
      row.entry_id = row.entry_direction = row.entry_type = row.entry_preview = null;
      row.entry_status = row.entry_created_by = row.entry_created_by_entity = row.entry_position = null;
      row.entry_time = row.created_at;
      return;
    }
    row.subject = mail.subject;
    this.showLast(row, {
      entry_id: mail.message_id,
      entry_direction: mail.is_inbound ? 'in' : 'out',
      entry_type: 'email',
      entry_preview: mail.preview,
      entry_status: mail.is_inbound ? 'received' : this.sends.statusOf(mail.message_id),
      entry_created_by: mail.created_by,
      entry_created_by_entity: mail.created_by_entity,
      entry_position: mail.position,
      entry_time: mail.time,
    });
  }

  private showLast(row: ConversationRow, entry: ShownEntry): void {
    Object.assign(row, entry);
    this.byEntry.set(entry.entry_id, row.id);
  }

  private amend(row: ConversationRow, event: RecordedEvent & MessageEvent): void {
    if (event.type === 'MessageAliased') {
      // The echo proved to be an own message, so the row now follows the events of the own message.
      row.entry_id = event.data.messageId;
      this.byEntry.set(event.data.messageId, row.id);
    }
    if (event.type === 'MessageEdited' && row.entry_status !== 'deleted')
      row.entry_preview = previewOf(event.data.personal?.content);
    if (event.type === 'MessageDeleted') row.entry_preview = '';
    row.entry_status = statusAfter(row.entry_status ?? 'none', event);
    this.touched.set(row.id, event.position);
  }

  /** Counts a failed message, and resumes the contact's wait if their reply was declined. */
  private settle(messageId: string, event: RecordedEvent & MessageEvent): void {
    const outcome = this.sends.settle(messageId, event);
    const row = outcome && this.rows.get(outcome.sending.conversation_id);
    if (!row) return;
    const { sending, hasFailed, hadFailed } = outcome;
    if (hasFailed !== hadFailed) {
      row.failed_sends += hasFailed ? 1 : -1;
      this.touched.set(row.id, event.position);
    }
    if (event.type === 'MessageDeclined' && row.answer_id === messageId && sending.ended_wait) {
      row.waiting_since = earlier(row.waiting_since, sending.ended_wait);
      row.sla_span = afterLostAnswer(row.sla_span, sending.ended_wait);
      row.answer_id = null;
      this.touched.set(row.id, event.position);
    }
  }

  private receive(row: ConversationRow, position: string): void {
    row.unread += 1;
    const unread = { conversation_id: row.id, position };
    if (!row.read_for_all) {
      this.inbound.add({ ...unread, number: row.unread });
      return;
    }
    this.unreadOf(row.id).add(position);
    this.nowUnread.set(position, unread);
  }

  private read(row: ConversationRow, seenUpTo: string): void {
    for (const position of this.unreadOf(row.id)) if (position <= seenUpTo) this.readOne(row, position);
  }

  private readOne(row: ConversationRow, position: string): void {
    if (!this.unreadOf(row.id).delete(position)) return;
    row.unread -= 1;
    // A message that arrived and was read within the batch is in no table yet, so there is nothing to delete.
    if (!this.nowUnread.delete(position)) this.nowRead.push({ conversation_id: row.id, position });
  }

  private markUnread(row: ConversationRow, position: string): void {
    const unread = this.unreadOf(row.id);
    if (unread.has(position)) return;
    unread.add(position);
    row.unread += 1;
    const wasThere = this.nowRead.some(
      (read) => read.conversation_id === row.id && read.position === position,
    );
    // A message that was read within the batch still has its row in the table.
    if (!wasThere) this.nowUnread.set(position, { conversation_id: row.id, position });
    this.nowRead = this.nowRead.filter(
      (read) => read.conversation_id !== row.id || read.position !== position,
    );
  }

  private delete(row: ConversationRow): void {
    this.rows.delete(row.id);
    this.gone.add(row.id);
    if (row.entry_id) this.byEntry.delete(row.entry_id);
    this.unread.delete(row.id);
    this.nowRead = this.nowRead.filter(({ conversation_id }) => conversation_id !== row.id);
    this.inbound.forget(row.id);
    this.sends.forget(row.id);
    this.mails.forget(row.id);
    this.reading.forget(row.id);
    for (const [position, { conversation_id }] of this.nowUnread)
      if (conversation_id === row.id) this.nowUnread.delete(position);
  }

  private unreadOf(conversationId: string): Set<string> {
    let positions = this.unread.get(conversationId);
    if (!positions) this.unread.set(conversationId, (positions = new Set()));
    return positions;
  }

  changedRows(): ConversationRow[] {
    return [...this.touched.keys()].flatMap((id) => this.rows.get(id) ?? []);
  }

  /** Ids of deleted conversations, including those that started again. */
  deleted(): string[] {
    return [...this.gone];
  }

  changes(): Change[] {
    return [...this.touched].flatMap(([id, position]) => {
      const [before, after] = [this.before.get(id) ?? null, this.rows.get(id) ?? null];
      const row = after ?? before;
      // The conversation was started and deleted within the batch, so no client has it.
      if (!row) return [];
      return {
        position,
        customerId: row.customer_id,
        id,
        parentId: null,
        before: before && accessOf(before),
        after: after && accessOf(after),
      };
    });
  }

  /** Messages that became unread, and messages that were read. */
  unreadChanges(): { added: UnreadRow[]; removed: UnreadRow[] } {
    return { added: [...this.nowUnread.values()], removed: this.nowRead };
  }

  /** Changes of the tally, as increments: one row by group. */
  tallyDeltas(): TallyDelta[] {
    const deltas = new Map<string, TallyDelta>();
    const add = (row: ConversationRow, sign: 1 | -1) => {
      const group = groupOf(row);
      const key = keyOf(group);
      const delta = deltas.get(key) ?? { ...group, count: 0, unread: 0, by_each: 0 };
      delta.count += sign;
      delta.unread += row.unread > 0 ? sign : 0;
      delta.by_each += isForEach(row) ? sign : 0;
      deltas.set(key, delta);
    };
    for (const { before, after } of this.changed()) {
      if (before) add(before, -1);
      if (after) add(after, 1);
    }
    return [...deltas.values()].filter(
      ({ count, unread, by_each }) => count !== 0 || unread !== 0 || by_each !== 0,
    );
  }

  /** Changes of each user's number of read conversations, as increments. */
  readerDeltas(): ReaderDelta[] {
    return this.reading.deltas(this.changed());
  }

  private changed(): { before: ConversationRow | null; after: ConversationRow | null }[] {
    return [...this.touched.keys()].map((id) => ({
      before: this.before.get(id) ?? null,
      after: this.rows.get(id) ?? null,
    }));
  }
}

function earlier(known: string | null, time: string): string {
  return known !== null && known < time ? known : time;
}

function later(known: string | null, other: string): string {
  return known !== null && known > other ? known : other;
}

function accessOf(row: ConversationRow): Access {
  return {
    channelId: row.channel_id,
    assignedUserId: row.assigned_user_id,
    assignedTeamId: row.assigned_team_id,
  };
}
