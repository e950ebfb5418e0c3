import type { EntryStatus } from '@parley/contracts/api/conversations';
import type { MessageEvent } from '@parley/contracts/events';
import { statusAfter } from './entry-status';

/** An outgoing message that is not confirmed as delivered yet. */
export interface SendingRow {
  message_id: string;
  conversation_id: string;
  status: EntryStatus;
  ended_wait: string | null;
}

/** Folds a batch into the outgoing messages that may still fail. */
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

  /**
   * Records a status of a message.
   * @returns the message, and whether it had failed before and has after the event; null if the message is not
   * tracked
   */
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

  /**
   * Stops tracking a failed message that another message repeats: only the repeating message's outcome counts.
   * @returns whether the message had failed
   */
  repeat(messageId: string): boolean {
    const sending = this.rows.get(messageId);
    if (!sending) return false;
    this.end(messageId);
    return isFailed(sending.status);
  }

  /**
   * Moves a message to another conversation, or removes it if `to` is null.
   * @returns whether the message has failed
   */
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

  /** Status of an outgoing message; one that is not tracked any more was delivered. */
  statusOf(messageId: string): EntryStatus {
    return this.rows.get(messageId)?.status ?? 'delivered';
  }

  /** Stops tracking the messages of a deleted conversation. */
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

/** Whether the message can no longer fail, or was deleted, so that its failure no longer matters. */
function isFinal(status: EntryStatus): boolean {
  return status === 'delivered' || status === 'read' || status === 'deleted';
}
