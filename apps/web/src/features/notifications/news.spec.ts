import type { Chat } from '@parley/contracts/api/conversations';
import { notificationNames, soundOf, type UserSettingName } from '@parley/contracts/events/user.events';
import { chat as anyChat } from '../../testing/chat';
import { newsIn, Told } from './news';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, second)).toISOString();

const chat = (changes: Partial<Chat> = {}) => anyChat('refund', changes);

const pushed = (rows: Chat[], liveAt: string | null) => ({
  view: 'inbox' as const,
  position: '1',
  rows,
  gone: [],
  counts: [],
  liveAt,
});
const everything = [...notificationNames, ...notificationNames.map(soundOf)];
const told = (row: Chat, liveAt: string | null = at(1), wanted: readonly UserSettingName[] = everything) =>
  new Told()
    .unheard(newsIn(pushed([row], liveAt), { userId: 'me', wants: (setting) => wanted.includes(setting) }))
    .map(({ name, isShown, isHeard }) => [
      name,
      ...(isShown ? ['shown'] : []),
      ...(isHeard ? ['heard'] : []),
    ]);

const toMe = chat({ assignedUserId: 'me', assignment: { time: at(0), byId: 'mia' } });
const backToAll = chat({ assignment: { time: at(0), byId: 'mia' } });
const inMine = chat({ assignedUserId: 'me', receivedAt: at(0) });
const inNew = chat({ receivedAt: at(0) });

test.each([
  ['a conversation that is assigned to the user', toMe, 'notifyConversationAssigned'],
  ['a conversation that was unassigned', backToAll, 'notifyConversationUnassigned'],
  ['a message in a conversation of the user', inMine, 'notifyIncomingMessage'],
  ['a message in a new conversation', inNew, 'notifyIncomingMessageNew'],
] as const)('shows %s and plays a sound for it, each only if the user chose it', (_, row, name) => {
  expect(told(row)).toEqual([[name, 'shown', 'heard']]);
  expect(told(row, at(1), [name])).toEqual([[name, 'shown']]);
  expect(told(row, at(1), [soundOf(name)])).toEqual([[name, 'heard']]);
  const others = everything.filter((setting) => setting !== name && setting !== soundOf(name));
  expect(told(row, at(1), others)).toEqual([]);
});

test('shows nothing and plays no sound with the default settings', () => {
  for (const row of [toMe, backToAll, inMine, inNew]) expect(told(row, at(1), [])).toEqual([]);
});

test('does not notify the user of their own actions, in any window', () => {
  expect(told({ ...toMe, assignment: { time: at(0), byId: 'me' } })).toEqual([]);
  expect(told({ ...backToAll, assignment: { time: at(0), byId: 'me' } })).toEqual([]);
});

test('notifies of automatic actions', () => {
  expect(told({ ...toMe, assignment: { time: at(0), byId: null } })).toHaveLength(1);
});

test('plays the sound of an assignment only within 3 seconds, and shows the notice a little longer', () => {
  expect(told(toMe, at(3))).toEqual([['notifyConversationAssigned', 'shown', 'heard']]);
  expect(told(toMe, at(4))).toEqual([['notifyConversationAssigned', 'shown']]);
  expect(told(toMe, at(11))).toEqual([]);
});

test('does not notify of changes that were missed while the window was offline', () => {
  for (const row of [toMe, backToAll, inMine, inNew]) expect(told(row, null)).toEqual([]);
});

test('does not notify of old changes when a row is pushed again for another reason', () => {
  expect(told({ ...inMine, tagIds: ['refund'] }, at(60))).toEqual([]);
});

test('does not notify of changes in colleagues’ conversations', () => {
  expect(told({ ...toMe, assignedUserId: 'tom' })).toEqual([]);
  expect(told({ ...inMine, assignedUserId: 'tom' })).toEqual([]);
  expect(told({ ...inNew, assignedTeamId: 'sales' })).toEqual([]);
});

test('does not notify of archived conversations, blocked contacts and read messages', () => {
  expect(told({ ...backToAll, status: 'closed' })).toEqual([]);
  expect(told({ ...inNew, contact: { ...inNew.contact, isBlocked: true } })).toEqual([]);
  expect(told({ ...inMine, read: true, unreadMessages: 0 })).toEqual([]);
});

test('does not notify again of a message that is older than the assignment', () => {
  expect(told({ ...toMe, receivedAt: at(-2) })).toEqual([['notifyConversationAssigned', 'shown', 'heard']]);
});

test('notifies separately of a message that follows right after the assignment', () => {
  expect(told({ ...toMe, receivedAt: at(1) }).map(([name]) => name)).toEqual([
    'notifyConversationAssigned',
    'notifyIncomingMessage',
  ]);
});

test('reports each change once, and a later change again', () => {
  const viewer = { userId: 'me', wants: () => true };
  const once = new Told();
  const tell = (row: Chat, liveAt: string) => once.unheard(newsIn(pushed([row], liveAt), viewer)).length;
  expect(tell(inMine, at(1))).toBe(1);
  expect(tell({ ...inMine, tagIds: ['refund'] }, at(2))).toBe(0);
  expect(tell({ ...inMine, receivedAt: at(3) }, at(3))).toBe(1);
});

test('never notifies of changes received while catching up, only of newer ones', () => {
  const once = new Told();
  const tell = (row: Chat, liveAt: string | null) =>
    once.unheard(newsIn(pushed([row], liveAt), { userId: 'me', wants: () => true })).map(({ name }) => name);
  expect(tell(toMe, null)).toEqual([]);
  expect(tell({ ...toMe, receivedAt: at(1) }, at(1))).toEqual(['notifyIncomingMessage']);
});
