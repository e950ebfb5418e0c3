import type { ActiveChatSegment, ChatEntry, ChatEvent } from '@parley/contracts/api/conversations';

/** What somebody of the organisation did in a conversation, or what became of it. */
export interface WorkEntry {
  id: string;
  type: ChatEntry['type'];
  event: ChatEvent['name'] | null;
  /** Of an event that assigns it: to whom. */
  assignedUserId: string | null;
  /** Who wrote it: null for what nobody in person did. */
  writerId: string | null;
  /** ISO 8601 UTC. */
  time: string;
}

type Open = ActiveChatSegment & { isAssigned: boolean };

/** A conversation is worked on until it leaves somebody's hands by one of these. */
const ends: readonly (ChatEvent['name'] | null)[] = ['chat::assigned', 'chat::unassigned', 'chat::archived'];

/**
 * Who worked on a conversation, and when, by what happened in it, oldest first. Who has it works on it until it is given
 * to somebody else, to nobody, or archived. Who writes without having it works on it from their first entry to their
 * last before somebody else writes, or it changes hands.
 */
export function activeChatLog(work: WorkEntry[]): ActiveChatSegment[] {
  const segments: Open[] = [];
  let open: Open | null = null;
  const close = (at: string) => {
    if (open?.isAssigned) open.end = at;
    open = null;
  };
  const begin = (userId: string, start: string, isAssigned: boolean): Open => {
    const segment = { userId, start, end: isAssigned ? null : start, entries: [], isAssigned };
    segments.push(segment);
    return segment;
  };
  for (const { id, type, event, assignedUserId, writerId, time } of work) {
    if (ends.includes(event)) {
      const isKept: boolean = event === 'chat::assigned' && assignedUserId === currentHolder(open);
      if (isKept) continue;
      close(time);
      if (event === 'chat::assigned' && assignedUserId) open = begin(assignedUserId, time, true);
    } else if (event === null && writerId !== null) {
      const own: Open = segmentOf(open, writerId) ?? begin(writerId, time, false);
      own.entries.push({ id, type });
      if (!own.isAssigned) own.end = time;
      // Who helps out takes it out of nobody's hands.
      if (!currentHolder(open)) open = own;
    }
  }
  return segments.map(({ isAssigned: _isAssigned, ...segment }) => segment);
}

function currentHolder(open: Open | null): string | null {
  return open?.isAssigned ? open.userId : null;
}

function segmentOf(open: Open | null, userId: string): Open | null {
  return open?.userId === userId ? open : null;
}
