import { Presence, type Looker } from './presence';

let now: number;
let told: [customerId: string, view: string, ids: string[]][];
let here: Presence;
let there: Presence;

beforeEach(() => {
  now = 0;
  told = [];
  here = new Presence(
    (...change) => told.push(change),
    () => now,
  );
  there = new Presence(
    () => undefined,
    () => now,
  );
});

const looker = (userId: string, chatId = 'refund', isTyping = false): Looker => ({
  ...{ customerId: 'harbour', view: 'inbox' },
  ...{ userId, chatId, isTyping },
});
const tom = { userId: 'tom', isTyping: false };

test('shows a user at a conversation until their window shows another', () => {
  expect(here.look('window', looker('tom'))).toBe(true);
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([tom]);
  expect(here.look('window', looker('tom', 'other'))).toBe(true);
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([]);
  here.look('window', null);
  expect(here.idsIn('harbour', 'inbox')).toEqual([]);
  expect(told).toEqual([
    ['harbour', 'inbox', ['refund']],
    ['harbour', 'inbox', ['refund', 'other']],
    ['harbour', 'inbox', ['other']],
  ]);
});

test('keeps a window alive without a change if it repeats its state', () => {
  here.look('window', looker('tom'));
  now = 10_000;
  expect(here.look('window', looker('tom'))).toBe(false);
  now = 20_000;
  expect(here.sweep()).toBe(false);
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([tom]);
  expect(told).toHaveLength(1);
});

test('shows a user with two windows once, and as typing if either window is', () => {
  here.look('first', looker('tom', 'refund', true));
  here.look('second', looker('tom'));
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([{ userId: 'tom', isTyping: true }]);
  here.look('first', null);
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([tom]);
});

test('drops a window that has stopped reporting', () => {
  here.look('window', looker('tom'));
  now = 12_001;
  expect(here.sweep()).toBe(true);
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([]);
  expect(told.at(-1)).toEqual(['harbour', 'inbox', ['refund']]);
});

test('shows the windows of another process until that process has stopped reporting', () => {
  there.look('window', looker('eva', 'refund', true));
  here.hear(there.roll());
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([{ userId: 'eva', isTyping: true }]);
  expect(told).toEqual([['harbour', 'inbox', ['refund']]]);
  here.hear(there.roll());
  expect(told).toHaveLength(1);
  now = 10_001;
  here.sweep();
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([]);
  expect(told).toHaveLength(2);
});

test('ignores the presence list of its own process', () => {
  here.look('window', looker('tom'));
  here.hear({ process: here.process, lookers: [] });
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([tom]);
});

test('shows a user only at the row of the view that the window shows', () => {
  here.look('window', looker('tom'));
  here.look('window', { ...looker('tom'), view: 'parcels' });
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([]);
  expect(here.in('harbour', 'parcels', 'refund')).toEqual([tom]);
  expect(told.slice(1)).toEqual([
    ['harbour', 'inbox', ['refund']],
    ['harbour', 'parcels', ['refund']],
  ]);
});

test('shows no presence of one organisation to another', () => {
  here.look('window', looker('tom'));
  expect(here.in('elsewhere', 'inbox', 'refund')).toEqual([]);
  expect(here.idsIn('elsewhere', 'inbox')).toEqual([]);
});
