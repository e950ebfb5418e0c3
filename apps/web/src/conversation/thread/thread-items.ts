import type { ChatEntry } from '@parley/contracts/api/conversations';

export interface MessageItem {
  kind: 'message';
  entry: ChatEntry;
  /** Of a run by one sender within five minutes. */
  isFirst: boolean;
  isLast: boolean;
  /** It and the message above, or below, are parts of one album. */
  joins?: 'above' | 'below' | 'both';
}

export interface DayItem {
  kind: 'day';
  day: string;
  /** A moment of the day, for its name. */
  time: string;
}

export type ThreadItem =
  DayItem | MessageItem | { kind: 'events'; entries: ChatEntry[] } | { kind: 'unread'; count: number };

const groupWithinMs = 5 * 60_000;

interface Options {
  /** The first entry that was unread when the conversation was opened. */
  unreadFrom: { entryId: string; count: number } | null;
  dayOf: (iso: string) => string;
}

/** With each page that comes a long thread is arranged anew: what an entry's time says is read once. */
const moments = new WeakMap<ChatEntry, { ms: number; day: string }>();

/** A thread as it is shown, from top to bottom: days, groups of messages, runs of events, and the line above what is new. */
export function threadItems(entries: ChatEntry[], { unreadFrom, dayOf }: Options): ThreadItem[] {
  const items: ThreadItem[] = [];
  let today: string | null = null;
  let before = 0;
  for (const entry of entries) {
    const { ms, day } = momentOf(entry, dayOf);
    if (day !== today) items.push({ kind: 'day', day, time: entry.time });
    today = day;
    if (unreadFrom?.entryId === entry.id) items.push({ kind: 'unread', count: unreadFrom.count });
    addTo(items, entry, ms - before);
    before = ms;
  }
  return items;
}

function momentOf(entry: ChatEntry, dayOf: Options['dayOf']): { ms: number; day: string } {
  let moment = moments.get(entry);
  if (!moment) {
    moment = { ms: Date.parse(entry.time), day: dayOf(entry.time) };
    moments.set(entry, moment);
  }
  return moment;
}

/**
 * What each item is called among its neighbours, whatever comes above and below it: no two the same.
 * An optimistic entry and the one that replaces it are the same message on the screen, by the sender's key; a key that
 * several messages bear names none of them.
 */
export function keysOf(items: ThreadItem[]): string[] {
  const borne = new Map<string, number>();
  for (const item of items) {
    const key = item.kind === 'message' ? item.entry.clientKey : null;
    if (key !== null) borne.set(key, (borne.get(key) ?? 0) + 1);
  }
  const days = new Map<string, number>();
  return items.map((item) => {
    if (item.kind === 'unread') return 'unread';
    if (item.kind === 'events') return item.entries[0]?.id ?? 'events';
    if (item.kind === 'message') {
      const { clientKey, id } = item.entry;
      return clientKey !== null && borne.get(clientKey) === 1 ? clientKey : id;
    }
    // A day comes twice where a message tells an earlier time than the one before it.
    const times = days.get(item.day) ?? 0;
    days.set(item.day, times + 1);
    return times === 0 ? item.day : `${item.day}/${times}`;
  });
}

/** Whether two items look the same: items are made anew with each entry that comes. */
export function isSameItem(a: ThreadItem, b: ThreadItem): boolean {
  if (a.kind === 'message' && b.kind === 'message') {
    return a.entry === b.entry && a.isFirst === b.isFirst && a.isLast === b.isLast && a.joins === b.joins;
  }
  if (a.kind === 'events' && b.kind === 'events') {
    return a.entries.length === b.entries.length && a.entries.every((entry, nth) => entry === b.entries[nth]);
  }
  if (a.kind === 'day' && b.kind === 'day') return a.time === b.time;
  return a.kind === 'unread' && b.kind === 'unread' && a.count === b.count;
}

/** The entries that an item shows. */
export function entriesIn(item: ThreadItem | undefined): ChatEntry[] {
  if (item?.kind === 'message') return [item.entry];
  return item?.kind === 'events' ? item.entries : [];
}

function addTo(items: ThreadItem[], entry: ChatEntry, sinceLastMs: number): void {
  const previous = items.at(-1);
  if (entry.type === 'event') {
    if (previous?.kind === 'events') previous.entries.push(entry);
    else items.push({ kind: 'events', entries: [entry] });
    return;
  }
  const isContinued =
    previous?.kind === 'message' &&
    isSameSender(previous.entry, entry) &&
    sinceLastMs < groupWithinMs &&
    // What went wrong is told below its own message.
    !needsAttention(previous.entry);
  const item: MessageItem = { kind: 'message', entry, isFirst: !isContinued, isLast: true };
  if (isContinued) {
    previous.isLast = false;
    if (areOfOneAlbum(previous.entry, entry)) {
      previous.joins = previous.joins === 'above' ? 'both' : 'below';
      item.joins = 'above';
    }
  }
  items.push(item);
}

function areOfOneAlbum(a: ChatEntry, b: ChatEntry): boolean {
  return a.context?.album !== undefined && a.context.album === b.context?.album;
}

function isSameSender(a: ChatEntry, b: ChatEntry): boolean {
  return (
    a.direction === b.direction && a.createdById === b.createdById && a.createdByEntity === b.createdByEntity
  );
}

/** The product wrote it, and nobody of us. */
export function isAutomatic(entry: ChatEntry): boolean {
  return entry.direction === 'out' && entry.createdByEntity === 'system';
}

/** Whether somebody has to look at an outgoing message. */
export function needsAttention(entry: ChatEntry): boolean {
  return entry.status === 'declined' || entry.status === 'unknown';
}

/** Whether an answer can quote it: the provider has it, and it is a message. */
export function isQuotable({ direction, isDeleted, status }: ChatEntry): boolean {
  if (isDeleted) return false;
  return direction === 'in' || (direction === 'out' && ['sent', 'delivered', 'read'].includes(status));
}

/**
 * Where the new begins: the oldest of the contact's last `unread` messages. Null also where that is further back than
 * the entries go. Entries come oldest first.
 */
export function unreadStart(entries: ChatEntry[], unread: number): { entryId: string; count: number } | null {
  if (unread === 0 || !holdsUnread(entries, unread)) return null;
  const inbound = entries.filter((entry) => entry.direction === 'in').slice(-unread);
  const [first] = inbound;
  return first ? { entryId: first.id, count: unread } : null;
}

/** Whether entries, in whatever order, go back to where the new begins. */
export function holdsUnread(entries: ChatEntry[], unread: number): boolean {
  return entries.filter((entry) => entry.direction === 'in').length >= unread;
}

/** The highest position among entries: how far a thread is known. Empty without entries. */
export function newestOf(entries: ChatEntry[]): string {
  return entries.reduce((newest, { position }) => (position > newest ? position : newest), '');
}
