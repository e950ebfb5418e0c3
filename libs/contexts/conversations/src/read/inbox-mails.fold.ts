import type { ConversationRow } from './inbox.rows';

/**
 * An e-mail with the values that the list row of its conversation shows if it is the newest, which moving other
 * e-mails may make it.
 */
export interface MailRow {
  message_id: string;
  conversation_id: string;
  position: string;
  time: string;
  /** Time at which the e-mail was recorded in the log. */
  heard_at: string;
  is_inbound: boolean;
  preview: string;
  subject: string;
  created_by: string | null;
  created_by_entity: ConversationRow['entry_created_by_entity'];
}

/** The e-mails that a batch writes, and all e-mails of the conversations between which it moves some. */
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

  /** The e-mails of a conversation, oldest first. */
  of(conversationId: string): MailRow[] {
    return [...this.rows.values()]
      .filter(({ conversation_id }) => conversation_id === conversationId)
      .sort((a, b) => (a.time + a.position < b.time + b.position ? -1 : 1));
  }

  move(row: MailRow, to: string): void {
    row.conversation_id = to;
    this.changed.add(row.message_id);
  }

  /** Erases the previews and subjects of a conversation's e-mails. */
  erase(conversationId: string): void {
    for (const row of this.of(conversationId)) row.preview = row.subject = '';
  }

  /** Removes the e-mails of a deleted conversation. */
  forget(conversationId: string): void {
    for (const row of this.of(conversationId)) this.lose(row);
  }

  /** Removes an e-mail that is in no conversation any more. */
  lose({ message_id }: Pick<MailRow, 'message_id'>): void {
    this.rows.delete(message_id);
    this.changed.delete(message_id);
    this.gone.add(message_id);
  }

  /** Ids of the removed e-mails; their rows are to be deleted under any conversation. */
  goneIds(): string[] {
    return [...this.gone];
  }

  changedRows(): MailRow[] {
    return [...this.changed].map((id) => this.rows.get(id)!);
  }
}
