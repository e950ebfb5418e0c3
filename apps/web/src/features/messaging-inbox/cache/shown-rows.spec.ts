import type { Chat } from '@parley/contracts/api/conversations';
import { arrangeRows, type ShownRows } from './shown-rows';

const chat = (id: string) => ({ id }) as Chat;
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(chat) as [Chat, Chat, Chat, Chat];
const free = { isHeld: false, openChat: null };
const held = { isHeld: true, openChat: null };
const show = (...chats: Chat[]): ShownRows => arrangeRows(null, chats, free);
const ids = ({ rows }: ShownRows) => rows.map((row) => row.chat.id + (row.isDimmed ? '?' : '')).join(' ');

test('shows the rows of the cache while the pointer is not over the list', () => {
  expect(ids(arrangeRows(show(a, b), [c, b], free))).toBe('c b');
});

test('keeps every row in its place while the pointer is over the list, and counts the rows that wait', () => {
  const after = arrangeRows(show(a, b, c), [d, c, a, b], held);
  expect(ids(after)).toBe('a b c');
  expect(after.waiting).toBe(2);
});

test('shows the waiting rows once the pointer has left the list', () => {
  const after = arrangeRows(arrangeRows(show(a, b), [c, a, b], held), [c, a, b], free);
  expect(ids(after)).toBe('c a b');
  expect(after.waiting).toBe(0);
});

test('dims a row that no longer belongs to the list while the pointer is over the list', () => {
  expect(ids(arrangeRows(show(a, b), [b], held))).toBe('a? b');
});

test('shows no unread count on a dimmed row, since the count may have changed', () => {
  const unread = { ...a, unreadMessages: 2 };
  const left = arrangeRows(show(unread, b), [b], held);
  expect(left.rows[0]).toEqual({ chat: { ...a, unreadMessages: 0 }, isDimmed: true });
  expect(arrangeRows(left, [b], held)).toBe(left);
});

test('shows the latest state of an open conversation that no longer belongs to the list under the pointer', () => {
  const [unread, read] = [
    { ...a, unreadMessages: 2 },
    { ...a, unreadMessages: 0, message: 'newer' },
  ];
  const left = arrangeRows(show(unread, b), [b], { isHeld: true, openChat: unread });
  expect(arrangeRows(left, [b], { isHeld: true, openChat: read }).rows[0]?.chat).toBe(read);
});

test('does not count a row that moves up from the next page as waiting', () => {
  expect(arrangeRows(show(a, b), [b, c], held).waiting).toBe(0);
});

test('shows the first row of an empty list even under the pointer, since no row can jump', () => {
  expect(ids(arrangeRows(show(), [a], held))).toBe('a');
});

test('keeps the open conversation, dimmed, if it was the only row', () => {
  expect(ids(arrangeRows(show(a), [], { isHeld: false, openChat: a }))).toBe('a?');
});

test('keeps the open conversation, dimmed, in its place in the list', () => {
  expect(ids(arrangeRows(show(a, b, c), [a, c], { isHeld: false, openChat: b }))).toBe('a b? c');
});

test('does not add an open conversation that was not in the list', () => {
  expect(ids(arrangeRows(show(a), [a], { isHeld: false, openChat: b }))).toBe('a');
});

test('returns the same object if nothing changed', () => {
  const before = show(a, b);
  expect(arrangeRows(before, [a, b], free)).toBe(before);
});

test('removes the open conversation from the list, even under the pointer, once the user can no longer see it', () => {
  const dimmed = arrangeRows(show(a, b), [b], { isHeld: true, openChat: a });
  expect(ids(dimmed)).toBe('a? b');
  expect(ids(arrangeRows(dimmed, [b], { isHeld: true, openChat: null, goneId: 'a' }))).toBe('b');
});
