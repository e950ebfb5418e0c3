import { EventEmitter } from 'node:events';
import type { TranscriptPush } from '@parley/contracts/push/index';
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
  return { sent, session: new Session(socket as unknown as PushSocket, principal, null) };
}

test('a socket that does not keep up gets nothing more until it does, and then fetches again', () => {
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

test('nobody sees anything before their access is known', () => {
  const { session } = sessionOn(Object.assign(new EventEmitter(), { writeBuffer: [] }));
  expect(session.viewer.channelIds).toEqual([]);
});
