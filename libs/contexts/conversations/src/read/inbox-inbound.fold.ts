interface Place {
  conversation_id: string;
  position: string;
}

/** A message of a conversation that each reads for themselves, and the how manieth of its contact it is. */
export interface InboundRow extends Place {
  number: number;
}

/** What contacts wrote where each reads for themselves: all of the conversations between which a batch moves some. */
export class InboundFold {
  private left: Place[] = [];

  constructor(private rows: InboundRow[]) {}

  /** The newest of its conversation. */
  add(row: InboundRow): void {
    this.rows.push(row);
  }

  /** It stands between others, by when it came. */
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

  /** The conversation was deleted. */
  forget(conversationId: string): void {
    this.rows = this.rows.filter(({ conversation_id }) => conversation_id !== conversationId);
    this.left = this.left.filter(({ conversation_id }) => conversation_id !== conversationId);
  }

  /** Those that are there, and those that went. */
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
