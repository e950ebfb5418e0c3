import type { ConversationRow } from './inbox.rows';

/** An e-mail as the list would show it, were it the newest of its conversation: it may be moved to another one. */
export interface MailRow {
  message_id: string;
  conversation_id: string;
  position: string;
  time: string;
  /** When the log heard of it. */
  heard_at: string;
  is_inbound: boolean;
  preview: string;
  subject: string;
  created_by: string | null;
  created_by_entity: ConversationRow['entry_created_by_entity'];
}

/** The e-mails that a batch writes, and all of the conversations between which it moves some. */
export class MailsFold {
  private readonly rows = new Map<string, MailRow>();
  private readonly changed = new Set<string>();
  private readonly gone = new Set<string>();

  constructor(rows: MailRow[]) {
    for (const row of rows) this.rows.set(row.message_id, row);
  }

  add(row: MailRow): void {
    this.rows.set(row.message_id, row);
    this.changed.add(row.message_id);
    this.gone.delete(row.message_id);
  }

  find(messageId: string): MailRow | undefined {
    return this.rows.get(messageId);
  }

  /** Those of a conversation, the oldest first. */
  of(conversationId: string): MailRow[] {
    return [...this.rows.values()]
      .filter(({ conversation_id }) => conversation_id === conversationId)
      .sort((a, b) => (a.time + a.position < b.time + b.position ? -1 : 1));
  }

  move(row: MailRow, to: string): void {
    row.conversation_id = to;
    this.changed.add(row.message_id);
  }

  /** What was quoted of them goes. */
  erase(conversationId: string): void {
    for (const row of this.of(conversationId)) row.preview = row.subject = '';
  }

  /** The conversation was deleted. */
  forget(conversationId: string): void {
    for (const row of this.of(conversationId)) this.lose(row);
  }

  /** It is in no conversation any more. */
  lose({ message_id }: Pick<MailRow, 'message_id'>): void {
    this.rows.delete(message_id);
    this.changed.delete(message_id);
    this.gone.add(message_id);
  }

  /** Those that were in a conversation that is gone, wherever the table has them. */
  goneIds(): string[] {
    return [...this.gone];
  }

  changedRows(): MailRow[] {
    return [...this.changed].map((id) => this.rows.get(id)!);
  }
}
