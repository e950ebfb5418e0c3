import type { Chat } from '@parley/contracts/api/conversations';
import { arrangeRows, type ShownRows } from './shown-rows';

const chat = (id: string) => ({ id }) as Chat;
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(chat) as [Chat, Chat, Chat, Chat];
const free = { isHeld: false, openChat: null };
const held = { isHeld: true, openChat: null };
const show = (...chats: Chat[]): ShownRows => arrangeRows(null, chats, free);
const ids = ({ rows }: ShownRows) => rows.map((row) => row.chat.id + (row.isDimmed ? '?' : '')).join(' ');

test('follows the cache while nobody points at it', () => {
  expect(ids(arrangeRows(show(a, b), [c, b], free))).toBe('c b');
});

test('keeps every row in its place under the pointer and counts what waits', () => {
  const after = arrangeRows(show(a, b, c), [d, c, a, b], held);
  expect(ids(after)).toBe('a b c');
  expect(after.waiting).toBe(2);
});

test('shows what waited once the pointer is gone', () => {
  const after = arrangeRows(arrangeRows(show(a, b), [c, a, b], held), [c, a, b], free);
  expect(ids(after)).toBe('c a b');
  expect(after.waiting).toBe(0);
});

test('dims a row that left the list under the pointer', () => {
  expect(ids(arrangeRows(show(a, b), [b], held))).toBe('a? b');
});

test('a row that left shows no number of unread messages that it may not have any more', () => {
  const unread = { ...a, unreadMessages: 2 };
  const left = arrangeRows(show(unread, b), [b], held);
  expect(left.rows[0]).toEqual({ chat: { ...a, unreadMessages: 0 }, isDimmed: true });
  expect(arrangeRows(left, [b], held)).toBe(left);
});

test('the open conversation shows as it is now when it left the list under the pointer', () => {
  const [unread, read] = [
    { ...a, unreadMessages: 2 },
    { ...a, unreadMessages: 0, message: 'newer' },
  ];
  const left = arrangeRows(show(unread, b), [b], { isHeld: true, openChat: unread });
  expect(arrangeRows(left, [b], { isHeld: true, openChat: read }).rows[0]?.chat).toBe(read);
});

test('a row that moves in from the next page below does not count as waiting', () => {
  expect(arrangeRows(show(a, b), [b, c], held).waiting).toBe(0);
});

test('an empty list that is pointed at shows its first row: nothing can jump', () => {
  expect(ids(arrangeRows(show(), [a], held))).toBe('a');
});

test('keeps the open conversation, dimmed, when it was the only one', () => {
  expect(ids(arrangeRows(show(a), [], { isHeld: false, openChat: a }))).toBe('a?');
});

test('keeps the open conversation, dimmed, where it was', () => {
  expect(ids(arrangeRows(show(a, b, c), [a, c], { isHeld: false, openChat: b }))).toBe('a b? c');
});

test('a conversation opened from elsewhere does not enter the list', () => {
  expect(ids(arrangeRows(show(a), [a], { isHeld: false, openChat: b }))).toBe('a');
});

test('returns what was shown when nothing differs', () => {
  const before = show(a, b);
  expect(arrangeRows(before, [a, b], free)).toBe(before);
});

test('the open conversation leaves the list, even under the pointer, once it is not to be seen any more', () => {
  const dimmed = arrangeRows(show(a, b), [b], { isHeld: true, openChat: a });
  expect(ids(dimmed)).toBe('a? b');
  expect(ids(arrangeRows(dimmed, [b], { isHeld: true, openChat: null, goneId: 'a' }))).toBe('b');
});
