interface Place {
  conversation_id: string;
  position: string;
}

/**
 * A contact's message in a conversation where each user has a read state; `number` counts the contact's messages from
 * 1.
 */
export interface InboundRow extends Place {
  number: number;
}

/**
 * Messages of contacts in conversations where each user has a read state. For conversations between which the batch
 * moves messages, all of their messages are loaded.
 */
export class InboundFold {
  private left: Place[] = [];

  constructor(private rows: InboundRow[]) {}

  /** Adds a message as the newest of its conversation. */
  add(row: InboundRow): void {
    this.rows.push(row);
  }

  /** Inserts a moved message by its position; the messages are numbered afterwards. */
  enter(place: Place): void {
    this.rows.push({ ...place, number: 0 });
    this.left = this.left.filter((left) => !isSame(left, place));
    this.renumber(place.conversation_id);
  }

  leave(place: Place): void {
    this.rows = this.rows.filter((row) => !isSame(row, place));
    this.left.push(place);
    this.renumber(place.conversation_id);
  }

  /** Removes the messages of a deleted conversation. */
  forget(conversationId: string): void {
    this.rows = this.rows.filter(({ conversation_id }) => conversation_id !== conversationId);
    this.left = this.left.filter(({ conversation_id }) => conversation_id !== conversationId);
  }

  /** The rows to write, and the places of rows to delete. */
  changes(): { rows: InboundRow[]; left: Place[] } {
    return { rows: this.rows, left: this.left };
  }

  private renumber(conversationId: string): void {
    this.rows
      .filter(({ conversation_id }) => conversation_id === conversationId)
      .sort((a, b) => (a.position < b.position ? -1 : 1))
      .forEach((row, index) => (row.number = index + 1));
  }
}

function isSame(a: Place, b: Place): boolean {
  return a.conversation_id === b.conversation_id && a.position === b.position;
}
