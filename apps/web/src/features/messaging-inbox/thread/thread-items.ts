import type { ChatEntry } from '@parley/contracts/api/conversations';

export interface MessageItem {
  kind: 'message';
  entry: ChatEntry;
  /** Of a run by one sender within five minutes. */
  isFirst: boolean;
  isLast: boolean;
}

export type ThreadItem =
  MessageItem | { kind: 'events'; entries: ChatEntry[] } | { kind: 'unread'; count: number };

export interface ThreadDay {
  day: string;
  /** A moment of the day, for its name. */
  time: string;
  items: ThreadItem[];
}

const groupWithinMs = 5 * 60_000;

interface Options {
  /** The first entry that was unread when the conversation was opened. */
  unreadFrom: { entryId: string; count: number } | null;
  dayOf: (iso: string) => string;
}

/** A thread as it is shown: days, groups of messages, runs of events, and the line above what is new. */
export function threadDays(entries: ChatEntry[], { unreadFrom, dayOf }: Options): ThreadDay[] {
  const days: ThreadDay[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.time);
    let current = days.at(-1);
    if (current?.day !== day) days.push((current = { day, time: entry.time, items: [] }));
    if (unreadFrom?.entryId === entry.id) current.items.push({ kind: 'unread', count: unreadFrom.count });
    addTo(current.items, entry);
  }
  return days;
}

function addTo(items: ThreadItem[], entry: ChatEntry): void {
  const previous = items.at(-1);
  if (entry.type === 'event') {
    if (previous?.kind === 'events') previous.entries.push(entry);
    else items.push({ kind: 'events', entries: [entry] });
    return;
  }
  const isContinued = previous?.kind === 'message' && isSameGroup(previous.entry, entry);
  if (isContinued) previous.isLast = false;
  items.push({ kind: 'message', entry, isFirst: !isContinued, isLast: true });
}

function isSameGroup(a: ChatEntry, b: ChatEntry): boolean {
  return (
    a.direction === b.direction &&
    a.createdById === b.createdById &&
    a.createdByEntity === b.createdByEntity &&
    Date.parse(b.time) - Date.parse(a.time) < groupWithinMs &&
    // What went wrong is told below its own message.
    !needsAttention(a)
  );
}

/** Whether somebody has to look at an outgoing message. */
export function needsAttention(entry: ChatEntry): boolean {
  return entry.status === 'declined' || entry.status === 'unknown';
}

/** Where the new begins: the oldest of the contact's last `unread` messages. Entries come oldest first. */
export function unreadStart(entries: ChatEntry[], unread: number): { entryId: string; count: number } | null {
  if (unread === 0) return null;
  const inbound = entries.filter((entry) => entry.direction === 'in').slice(-unread);
  const [first] = inbound;
  return first ? { entryId: first.id, count: unread } : null;
}

/** The highest position among entries: how far a thread is known. Empty without entries. */
export function newestOf(entries: ChatEntry[]): string {
  return entries.reduce((newest, { position }) => (position > newest ? position : newest), '');
}
