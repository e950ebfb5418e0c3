import type { ActiveChatSegment, ChatEntry, ChatEvent } from '@parley/contracts/api/conversations';

/** An entry that a user of the organisation wrote in a conversation, or an event of the conversation. */
export interface WorkEntry {
  id: string;
  type: ChatEntry['type'];
  event: ChatEvent['name'] | null;
  /**
   * For the event `chat::assigned`, the user who became the assignee, or null if only a team was assigned. Null for
   * all other entries.
   */
  assignedUserId: string | null;
  /** Id of the user who wrote the entry; null if no person did. */
  writerId: string | null;
  /** Time of the entry, ISO 8601 UTC. */
  time: string;
}

type Open = ActiveChatSegment & { isAssigned: boolean };

/** Names of the events that end the assignee's segment. */
const ends: readonly (ChatEvent['name'] | null)[] = ['chat::assigned', 'chat::unassigned', 'chat::archived'];

/**
 * Computes which users worked on a conversation, and when, from its entries, oldest first. An assignee's segment
 * lasts until the conversation is assigned again, unassigned or archived. A user who writes without being the
 * assignee has a segment from their first entry to their last one before another user writes or the assignee changes.
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
      // A message of a user who is not assigned does not end the assignee's segment.
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
