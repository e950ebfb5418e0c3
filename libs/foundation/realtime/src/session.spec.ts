import { EventEmitter } from 'node:events';
import type { TranscriptPush } from '@parley/contracts/push/index';
import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import { Session, type PushSocket } from './session';

const push: TranscriptPush = { view: 'transcript', position: '1', chatId: 'refund', rows: [], gone: [] };

function sessionOn(conn: EventEmitter & { writeBuffer: unknown[] }) {
  const sent: unknown[] = [];
  const emit = (...packet: unknown[]) => sent.push(packet);
  const socket = {
    id: 'socket',
    conn,
    emit,
    nsp: { to: (ids: string[]) => ({ emit: ids.map(() => emit)[0] }) },
  };
  const principal = { userId: 'tom', customerId: 'acme', role: 'user' as const, can: () => true };
  return {
    sent,
    session: new Session(socket as unknown as PushSocket, principal, null, { count: 40, withinMs: 4_000 }),
  };
}

test('pushes nothing to a slow socket until it catches up, and then resets it', () => {
  const conn = Object.assign(new EventEmitter(), { writeBuffer: [] as unknown[] });
  const { sent, session } = sessionOn(conn);
  Session.push([session], push);
  conn.writeBuffer = Array.from({ length: 1_000 });
  for (let i = 0; i < 1_000; i++) Session.push([session], push);
  expect(sent).toEqual([['push', push]]);

  conn.writeBuffer = [];
  conn.emit('drain');
  expect(sent.slice(1)).toEqual([['reset', { view: 'transcript', reset: true }]]);
  Session.push([session], push);
  expect(sent.slice(2)).toEqual([['push', push]]);
});

test('shows nothing to a viewer whose access is not loaded yet', () => {
  const { session } = sessionOn(Object.assign(new EventEmitter(), { writeBuffer: [] }));
  const live = { view: 'inbox', ability: 'inbox:read', visibleTo: () => true } as unknown as LiveView;
  expect(session.maySee(live, {})).toBe(false);
  session.become(live, {});
  expect(session.maySee(live, {})).toBe(true);
});

test("ends a user's open signals once, unless the user has ended them", () => {
  const { session } = sessionOn(Object.assign(new EventEmitter(), { writeBuffer: [] }));
  const endings = { start: 'stop' };
  const signal = { customerId: 'acme', userId: 'tom', typingTime: 3 };
  for (const chatId of ['lunch', 'lunch', 'soup'])
    session.noteSignal({ ...signal, event: 'start', chatId }, endings);
  session.noteSignal({ ...signal, event: 'stop', chatId: 'soup' }, endings);
  expect(session.takeEndings()).toEqual([{ ...signal, event: 'stop', chatId: 'lunch', typingTime: 0 }]);
  expect(session.takeEndings()).toEqual([]);
});

test('accepts a burst of requests and then ten a second, and reports a flood after many refusals', () => {
  const { session } = sessionOn(Object.assign(new EventEmitter(), { writeBuffer: [] }));
  const ask = (times: number, now: number) => Array.from({ length: times }, () => session.takeRequest(now));
  expect(ask(41, 0)).toEqual([...Array.from({ length: 40 }, () => 'heard'), 'refused']);
  expect(ask(11, 1_000)).toEqual([...Array.from({ length: 10 }, () => 'heard'), 'refused']);
  expect(ask(200, 1_000).slice(-2)).toEqual(['refused', 'flooded']);
  expect(ask(1, 2_000)).toEqual(['heard']);
});
