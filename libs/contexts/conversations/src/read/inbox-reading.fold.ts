import type { ConversationEvent, RecordedEvent } from '@parley/contracts/events';
import { idOf } from '@parley/contracts/events';
import type { ConversationRow } from './inbox.rows';
import { groupOf, isForEach, keyOf, type TallyGroup } from './tally-group';

/** A user's read position in a conversation with a read state per user. */
export interface ReadingRow {
  conversation_id: string;
  user_id: string;
  position: string;
}

/** A user with the log position at which they were added; messages before that position count as read by them. */
export interface ReaderRow {
  user_id: string;
  customer_id: string;
  since: string;
}

export interface ReaderDelta extends TallyGroup {
  user_id: string;
  read: number;
}

type ReadingFact = RecordedEvent &
  Extract<ConversationEvent, { type: 'ConversationRead' | 'ConversationMarkedUnread' }>;
type Positions = ReadonlyMap<string, string>;

/** Folds a batch into the users' read positions in conversations where each user has a read state. */
export class ReadingFold {
  private readonly readers: ReadonlyMap<string, ReaderRow>;
  private readonly before = new Map<string, Positions>();
  private readonly now = new Map<string, Map<string, string>>();
  private readonly moved = new Map<string, Set<string>>();

  /**
   * @param readers all users of these organisations, including those whom the batch adds
   * @param readings all read positions in the conversations that the batch changes
   */
  constructor(readers: ReaderRow[], readings: ReadingRow[]) {
    this.readers = new Map(readers.map((reader) => [reader.user_id, reader]));
    for (const { conversation_id, user_id, position } of readings) {
      this.positionsIn(conversation_id).set(user_id, position);
    }
    for (const [id, positions] of this.now) this.before.set(id, new Map(positions));
  }

  apply(event: ReadingFact): void {
    const { userId } = event.data;
    const reader = this.readers.get(userId);
    // Ignores users who did not belong to this organisation when the event was recorded.
    if (reader?.customer_id !== event.customerId || reader.since > event.position) return;
    const id = idOf(event.stream);
    const readUpTo = this.positionsIn(id).get(userId) ?? reader.since;
    if (event.type === 'ConversationRead') {
      if (event.data.seenUpTo > readUpTo) this.move(id, userId, event.data.seenUpTo);
    } else if (event.data.position <= readUpTo) this.move(id, userId, justBefore(event.data.position));
  }

  /** Removes the read positions in a deleted conversation. */
  forget(conversationId: string): void {
    this.now.delete(conversationId);
    this.moved.delete(conversationId);
  }

  changedRows(): ReadingRow[] {
    return [...this.moved].flatMap(([id, users]) =>
      [...users].map((user_id) => ({
        conversation_id: id,
        user_id,
        position: this.positionsIn(id).get(user_id)!,
      })),
    );
  }

  /** Changes of each user's number of read conversations, as increments: one row by user and tally group. */
  deltas(changed: { before: ConversationRow | null; after: ConversationRow | null }[]): ReaderDelta[] {
    const deltas = new Map<string, ReaderDelta>();
    const add = (row: ConversationRow, positions: Positions | undefined, sign: 1 | -1) => {
      const group = groupOf(row);
      for (const { user_id } of this.readersOf(row, positions)) {
        const key = `${user_id}/${keyOf(group)}`;
        const delta = deltas.get(key) ?? { user_id, ...group, read: 0 };
        delta.read += sign;
        deltas.set(key, delta);
      }
    };
    for (const { before, after } of changed) {
      if (before && after && !this.moved.has(after.id) && isReadAlike(before, after)) continue;
      if (before && isForEach(before)) add(before, this.before.get(before.id), -1);
      if (after && isForEach(after)) add(after, this.now.get(after.id), 1);
    }
    return [...deltas.values()].filter(({ read }) => read !== 0);
  }

  /** The users who have read the whole conversation. */
  private readersOf(row: ConversationRow, positions?: Positions): ReaderRow[] {
    const newest = row.last_inbound_position ?? '';
    return [...this.readers.values()].filter(
      ({ user_id, customer_id, since }) =>
        customer_id === row.customer_id && (positions?.get(user_id) ?? since) >= newest,
    );
  }

  private move(id: string, userId: string, position: string): void {
    this.positionsIn(id).set(userId, position);
    const users = this.moved.get(id) ?? new Set<string>();
    this.moved.set(id, users.add(userId));
  }

  private positionsIn(id: string): Map<string, string> {
    let positions = this.now.get(id);
    if (!positions) this.now.set(id, (positions = new Map<string, string>()));
    return positions;
  }
}

/**
 * Whether neither the contact's newest message nor the tally group changed, so that the same users have read the
 * conversation.
 */
function isReadAlike(before: ConversationRow, after: ConversationRow): boolean {
  return (
    before.read_for_all === after.read_for_all &&
    before.last_inbound_position === after.last_inbound_position &&
    keyOf(groupOf(before)) === keyOf(groupOf(after))
  );
}

function justBefore(position: string): string {
  return String(BigInt(position) - 1n).padStart(position.length, '0');
}
