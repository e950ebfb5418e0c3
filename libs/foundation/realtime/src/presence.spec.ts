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

test('whoever looks at a conversation is there until they look elsewhere', () => {
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

test('saying the same again is no news, and keeps a window', () => {
  here.look('window', looker('tom'));
  now = 10_000;
  expect(here.look('window', looker('tom'))).toBe(false);
  now = 20_000;
  expect(here.sweep()).toBe(false);
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([tom]);
  expect(told).toHaveLength(1);
});

test('somebody with two windows is there once, and types where one of them does', () => {
  here.look('first', looker('tom', 'refund', true));
  here.look('second', looker('tom'));
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([{ userId: 'tom', isTyping: true }]);
  here.look('first', null);
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([tom]);
});

test('a window that says nothing any more is gone within seconds', () => {
  here.look('window', looker('tom'));
  now = 12_001;
  expect(here.sweep()).toBe(true);
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([]);
  expect(told.at(-1)).toEqual(['harbour', 'inbox', ['refund']]);
});

test('every process knows of the windows of all, until one is dead', () => {
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

test('what it hears of itself changes nothing', () => {
  here.look('window', looker('tom'));
  here.hear({ process: here.process, lookers: [] });
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([tom]);
});

test('rows of different views are told apart', () => {
  here.look('window', looker('tom'));
  here.look('window', { ...looker('tom'), view: 'parcels' });
  expect(here.in('harbour', 'inbox', 'refund')).toEqual([]);
  expect(here.in('harbour', 'parcels', 'refund')).toEqual([tom]);
  expect(told.slice(1)).toEqual([
    ['harbour', 'inbox', ['refund']],
    ['harbour', 'parcels', ['refund']],
  ]);
});

test('organisations know nothing of each other', () => {
  here.look('window', looker('tom'));
  expect(here.in('elsewhere', 'inbox', 'refund')).toEqual([]);
  expect(here.idsIn('elsewhere', 'inbox')).toEqual([]);
});
