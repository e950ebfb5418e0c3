import type { EntryStatus } from '@parley/contracts/api/conversations';
import type { MessageEvent } from '@parley/contracts/events';
import { statusAfter } from './entry-status';

/** A message of ours that is not known to have arrived. */
export interface SendingRow {
  message_id: string;
  conversation_id: string;
  status: EntryStatus;
  ended_wait: string | null;
}

/** What a batch tells of messages of ours that may still fail. */
export class SendsFold {
  private readonly rows = new Map<string, SendingRow>();
  private readonly changed = new Set<string>();
  private readonly ended = new Set<string>();

  constructor(rows: SendingRow[]) {
    for (const row of rows) this.rows.set(row.message_id, row);
  }

  add(row: SendingRow): void {
    this.rows.set(row.message_id, row);
    this.changed.add(row.message_id);
    this.ended.delete(row.message_id);
  }

  /** @returns what came of it; null for what is not one of these */
  settle(
    messageId: string,
    event: MessageEvent,
  ): { sending: SendingRow; hadFailed: boolean; hasFailed: boolean } | null {
    const sending = this.rows.get(messageId);
    if (!sending) return null;
    const hadFailed = isFailed(sending.status);
    sending.status = statusAfter(sending.status, event);
    this.changed.add(messageId);
    const isOver = isFinal(sending.status) || event.type === 'MessageAliased';
    if (isOver) this.end(messageId);
    return { sending, hadFailed, hasFailed: !isOver && isFailed(sending.status) };
  }

  /** Another message says it again: what comes of that one counts. @returns whether it had failed */
  repeat(messageId: string): boolean {
    const sending = this.rows.get(messageId);
    if (!sending) return false;
    this.end(messageId);
    return isFailed(sending.status);
  }

  /** It is in another conversation from now on, or with null in none. @returns whether it has failed */
  move(messageId: string, to: string | null): boolean {
    const sending = this.rows.get(messageId);
    if (!sending) return false;
    if (to === null) {
      this.end(messageId);
    } else {
      sending.conversation_id = to;
      this.changed.add(messageId);
    }
    return isFailed(sending.status);
  }

  /** What a message of ours shows: one that is not known here any more has arrived. */
  statusOf(messageId: string): EntryStatus {
    return this.rows.get(messageId)?.status ?? 'delivered';
  }

  /** The conversation was deleted. */
  forget(conversationId: string): void {
    for (const { message_id, conversation_id } of this.rows.values()) {
      if (conversation_id !== conversationId) continue;
      this.end(message_id);
    }
  }

  changedRows(): SendingRow[] {
    return [...this.changed].map((id) => this.rows.get(id)!);
  }

  endedIds(): string[] {
    return [...this.ended];
  }

  private end(messageId: string): void {
    this.rows.delete(messageId);
    this.changed.delete(messageId);
    this.ended.add(messageId);
  }
}

function isFailed(status: EntryStatus): boolean {
  return status === 'declined' || status === 'unknown';
}

/** Nothing can fail any more, or nobody minds. */
function isFinal(status: EntryStatus): boolean {
  return status === 'delivered' || status === 'read' || status === 'deleted';
}
