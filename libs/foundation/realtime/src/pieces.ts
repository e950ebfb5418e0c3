/** The PostgreSQL channel on which realtime processes receive messages of all processes. */
export const LIVE_CHANNEL = 'parley_live';

/**
 * Maximum bytes of a message in one notification: PostgreSQL accepts less than 8,000 bytes, of which encryption adds
 * a third.
 */
const PIECE = 5_800;
/**
 * Maximum number of incomplete messages. The pieces of a message are committed together, so there is rarely more than
 * one.
 */
const MAX_INCOMPLETE = 100;

/** Splits a message into pieces, each with the id of the message and the number of pieces that follow. */
export function piecesOf(id: string, message: object): string[] {
  const text = Buffer.from(JSON.stringify(message)).toString('base64');
  const count = Math.ceil(text.length / PIECE);
  return Array.from(
    { length: count },
    (_, index) => `${id}:${count - index - 1}:${text.slice(index * PIECE, (index + 1) * PIECE)}`,
  );
}

/** Joins pieces into messages. */
export class Assembly {
  private readonly incomplete = new Map<string, string>();

  /** @returns the message once the piece is its last, otherwise null */
  add(payload: string): { message: unknown } | null {
    const [id = '', left, piece = ''] = payload.split(':');
    const text = (this.incomplete.get(id) ?? '') + piece;
    this.incomplete.delete(id);
    if (left === '0') return { message: JSON.parse(Buffer.from(text, 'base64').toString()) as unknown };
    this.incomplete.set(id, text);
    if (this.incomplete.size > MAX_INCOMPLETE) this.incomplete.delete(this.incomplete.keys().next().value!);
    return null;
  }

  /** Drops incomplete messages, since the rest was lost when the connection broke. */
  clear(): void {
    this.incomplete.clear();
  }
}
