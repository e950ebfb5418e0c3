import type { ChatEntry } from '@parley/contracts/api/conversations';
import { isSameItem, keysOf, threadItems, unreadStart, type ThreadItem } from './thread-items';

const entry = (id: string, time: string, changes: Partial<ChatEntry> = {}) =>
  ({
    id,
    time: `2026-11-${time}:00.000Z`,
    type: 'text',
    direction: 'in',
    createdById: null,
    createdByEntity: 'contact',
    status: 'received',
    clientKey: null,
    ...changes,
  }) as ChatEntry;
const ours = { direction: 'out', createdById: 'eva', createdByEntity: 'user', status: 'sent' } as const;
const event = { type: 'event', direction: 'none' } as const;

const tell = (item: ThreadItem) => {
  if (item.kind === 'day') return `${item.day}:`;
  if (item.kind === 'unread') return `${item.count} new`;
  if (item.kind === 'events') return `events ${item.entries.map(({ id }) => id).join('+')}`;
  return `${item.isFirst ? '[' : ''}${item.entry.id}${item.isLast ? ']' : ''}`;
};
const itemsOf = (entries: ChatEntry[], unreadFrom: { entryId: string; count: number } | null = null) =>
  threadItems(entries, { unreadFrom, dayOf: (iso) => iso.slice(8, 10) });
const told = (...thread: Parameters<typeof itemsOf>) =>
  itemsOf(...thread)
    .map(tell)
    .join(' ');

test('groups messages of one sender within five minutes', () => {
  const entries = [
    entry('a', '14T10:00'),
    entry('b', '14T10:04'),
    entry('c', '14T10:09'),
    entry('d', '14T10:10', ours),
  ];
  expect(told(entries)).toBe('14: [a b] [c] [d]');
});

test('joins the parts of an album and no other messages', () => {
  const part = (id: string, album: string) => entry(id, '14T10:00', { context: { album } });
  const parts = [part('a', '1'), part('b', '1'), part('c', '1'), part('d', '2'), entry('e', '14T10:01')];
  const joins = itemsOf(parts).flatMap((item) => (item.kind === 'message' ? [item.joins] : []));
  expect(joins).toEqual(['below', 'both', 'above', undefined, undefined]);
  const changed = itemsOf(parts.slice(0, 2));
  expect(isSameItem(itemsOf(parts)[2]!, changed[2]!)).toBe(false);
});

test('gives an item the key of its send before and after it has arrived, and no two items the same key', () => {
  const sent = (id: string, clientKey: string) => entry(id, '14T10:00', { ...ours, clientKey });
  const keys = (...entries: ChatEntry[]) => keysOf(itemsOf(entries));
  expect(keys(sent('send-1:0', 'send-1:0'))).toEqual(keys(sent('a', 'send-1:0')));
  expect(keys(sent('a', 'broadcast/1'), sent('b', 'broadcast/1'), sent('c', 'send-1:0'))).toEqual([
    ...['14', 'a', 'b', 'send-1:0'],
  ]);
  expect(keys(entry('a', '14T10:00'), entry('b', '13T10:00'), entry('c', '14T10:01'))).toEqual([
    ...['14', 'a', '13', 'b', '14/1', 'c'],
  ]);
});

test('every day starts a new group', () => {
  expect(told([entry('a', '13T23:59'), entry('b', '14T00:00')])).toBe('13: [a] 14: [b]');
});

test('consecutive events share an item and separate groups', () => {
  const entries = [
    entry('a', '14T10:00'),
    entry('x', '14T10:01', event),
    entry('y', '14T10:01', event),
    entry('b', '14T10:02'),
  ];
  expect(told(entries)).toBe('14: [a] events x+y [b]');
});

test('the line above new messages starts a new group', () => {
  const entries = [entry('a', '14T10:00'), entry('b', '14T10:01'), entry('c', '14T10:02')];
  expect(told(entries, { entryId: 'b', count: 2 })).toBe('14: [a] 2 new [b c]');
});

test('a declined message ends its group, so that its reason is shown directly below it', () => {
  const entries = [entry('a', '14T10:00', { ...ours, status: 'declined' }), entry('b', '14T10:01', ours)];
  expect(told(entries)).toBe('14: [a] [b]');
});

test('unreadStart returns the oldest of the contact’s last unread messages', () => {
  const entries = [
    entry('a', '14T10:00'),
    entry('b', '14T10:01'),
    entry('c', '14T10:02', ours),
    entry('d', '14T10:03'),
  ];
  expect(unreadStart(entries, 2)).toEqual({ entryId: 'b', count: 2 });
  expect(unreadStart(entries, 0)).toBeNull();
});

test('unreadStart returns null if the oldest unread message is not loaded', () => {
  const loaded = [entry('b', '14T10:01'), entry('c', '14T10:02', ours), entry('d', '14T10:03')];
  expect(unreadStart(loaded, 2)).toEqual({ entryId: 'b', count: 2 });
  expect(unreadStart(loaded, 3)).toBeNull();
});

test('a new message changes no earlier item except for the group that it continues', () => {
  const entries = [entry('a', '14T10:00'), entry('x', '14T10:20', event), entry('b', '14T10:40')];
  const [before, after] = [itemsOf(entries), itemsOf([...entries, entry('c', '14T10:41')])];
  expect(before.map((item, row) => isSameItem(item, after[row]!))).toEqual([true, true, true, false]);
  const edited = itemsOf([{ ...entries[0]!, message: 'Edited' }]);
  expect(isSameItem(before[1]!, edited[1]!)).toBe(false);
});
