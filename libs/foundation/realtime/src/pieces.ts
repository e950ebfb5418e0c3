/** The one PostgreSQL channel by which realtime processes hear from other processes. */
export const LIVE_CHANNEL = 'parley_live';

/** Bytes of a message in one notice: PostgreSQL takes less than 8,000 bytes, of which encryption adds a third. */
const PIECE = 5_800;
/** Messages of which a part may be waited for. Pieces are committed together, so that nearly always there is one. */
const MOST_INCOMPLETE = 100;

/** Each piece says which message it is of and how many follow. */
export function piecesOf(id: string, message: object): string[] {
  const text = Buffer.from(JSON.stringify(message)).toString('base64');
  const count = Math.ceil(text.length / PIECE);
  return Array.from(
    { length: count },
    (_, index) => `${id}:${count - index - 1}:${text.slice(index * PIECE, (index + 1) * PIECE)}`,
  );
}

/** Puts pieces together again. */
export class Assembly {
  private readonly incomplete = new Map<string, string>();

  /** @returns the message that the piece was the last of, if it was */
  add(payload: string): { message: unknown } | null {
    const [id = '', left, piece = ''] = payload.split(':');
    const text = (this.incomplete.get(id) ?? '') + piece;
    this.incomplete.delete(id);
    if (left === '0') return { message: JSON.parse(Buffer.from(text, 'base64').toString()) as unknown };
    this.incomplete.set(id, text);
    if (this.incomplete.size > MOST_INCOMPLETE) this.incomplete.delete(this.incomplete.keys().next().value!);
    return null;
  }

  /** The connection broke: what was half there stays so. */
  clear(): void {
    this.incomplete.clear();
  }
}
