import type { ChatEntry } from '@parley/contracts/api/conversations';

export interface MessageItem {
  kind: 'message';
  entry: ChatEntry;
  /** Whether it is the first of its group: consecutive messages of one sender within five minutes. */
  isFirst: boolean;
  isLast: boolean;
  /** On which sides the neighbouring message belongs to the same album. */
  joins?: 'above' | 'below' | 'both';
}

export interface DayItem {
  kind: 'day';
  day: string;
  /** A time on this day (ISO 8601), from which the day's name is formatted. */
  time: string;
}

export type ThreadItem =
  DayItem | MessageItem | { kind: 'events'; entries: ChatEntry[] } | { kind: 'unread'; count: number };

const groupWithinMs = 5 * 60_000;

interface Options {
  /**
   * The first entry that was unread when the conversation was opened, and the number of unread ones; null if all were
   * read.
   */
  unreadFrom: { entryId: string; count: number } | null;
  dayOf: (iso: string) => string;
}

/** Parsed times by entry, cached because the items of a long thread are computed again with every page. */
const moments = new WeakMap<ChatEntry, { ms: number; day: string }>();

/**
 * Arranges a thread from top to bottom: day headings, groups of messages, runs of events, and the line above new
 * entries.
 */
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
 * Keys of the items, unique and independent of items that are added above or below. An optimistic entry and the
 * server's entry that replaces it have the same sender-chosen key; if several messages have the same key, it is not
 * used.
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
    // A day heading appears twice if a message has an earlier time than the message before it.
    const times = days.get(item.day) ?? 0;
    days.set(item.day, times + 1);
    return times === 0 ? item.day : `${item.day}/${times}`;
  });
}

/**
 * Whether two items look the same: the items are built again with every new entry, but only changed ones must render.
 */
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
    // The reason of a failure is shown directly below its message, so the message ends its group.
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

/** Whether the system wrote the message automatically, not a user. */
export function isAutomatic(entry: ChatEntry): boolean {
  return entry.direction === 'out' && entry.createdByEntity === 'system';
}

/** Whether an outgoing message has a problem that an agent has to look at. */
export function needsAttention(entry: ChatEntry): boolean {
  return entry.status === 'declined' || entry.status === 'unknown';
}

/** Whether a reply can quote the entry: only messages that the provider has can be quoted. */
export function isQuotable({ direction, isDeleted, status }: ChatEntry): boolean {
  if (isDeleted) return false;
  return direction === 'in' || (direction === 'out' && ['sent', 'delivered', 'read'].includes(status));
}

/**
 * The oldest of the contact's last `unread` messages; null if there is none or it is not loaded.
 * @param entries oldest first
 */
export function unreadStart(entries: ChatEntry[], unread: number): { entryId: string; count: number } | null {
  if (unread === 0 || !holdsUnread(entries, unread)) return null;
  const inbound = entries.filter((entry) => entry.direction === 'in').slice(-unread);
  const [first] = inbound;
  return first ? { entryId: first.id, count: unread } : null;
}

/** Whether the entries, in any order, include all `unread` messages. */
export function holdsUnread(entries: ChatEntry[], unread: number): boolean {
  return entries.filter((entry) => entry.direction === 'in').length >= unread;
}

/** @returns the highest position among the entries; an empty string if there are none */
export function newestOf(entries: ChatEntry[]): string {
  return entries.reduce((newest, { position }) => (position > newest ? position : newest), '');
}
