import type { Ack } from '@parley/contracts/push/index';
import { Realtime, reconnectDelay, type PushListener } from './realtime';

/** A fake socket: records emitted events and acts as the server. */
class SocketDouble {
  connected = false;
  auth: Record<string, string | undefined> = {};
  readonly emitted: unknown[][] = [];
  readonly tokens: (string | undefined)[] = [];
  private readonly handlers = new Map<string, (...args: unknown[]) => void>();

  on(event: string, handler: (...args: unknown[]) => void) {
    this.handlers.set(event, handler);
  }
  emit(...args: unknown[]) {
    this.emitted.push(args);
  }
  connect() {
    this.tokens.push(this.auth.token);
  }
  /** Responds to the latest emitted event. */
  acknowledge(ack: Ack) {
    (this.emitted.at(-1)?.at(-1) as (ack: Ack) => void)(ack);
  }
  disconnect() {
    this.connected = false;
  }
  removeAllListeners() {
    this.handlers.clear();
  }
  play(event: string, ...args: unknown[]) {
    if (event === 'connect') this.connected = true;
    if (event === 'disconnect') this.connected = false;
    this.handlers.get(event)?.(...args);
  }
}

const listener: PushListener = {
  cursors: () => ({ inbox: '7' }),
  onPush: () => undefined,
  onReset: () => undefined,
  onPresence: () => undefined,
};

async function started(
  overrides: Partial<PushListener> = {},
  open = (socket: SocketDouble) => Promise.resolve(socket),
) {
  const socket = new SocketDouble();
  let count = 0;
  const changes: unknown[] = [];
  const realtime = new Realtime({
    open: () => open(socket) as never,
    token: () => Promise.resolve(`token ${(count += 1)}`),
    freshToken: () => Promise.resolve('fresh token'),
    onChanged: (changed) => changes.push(changed),
  });
  const detach = realtime.attach({ ...listener, ...overrides });
  realtime.start();
  await jest.advanceTimersByTimeAsync(0);
  return { socket, realtime, detach, changes };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('waits 5 seconds before the first attempt and at most 30', () => {
  expect([1, 2, 3, 4, 5].map(reconnectDelay)).toEqual([5_000, 10_000, 20_000, 30_000, 30_000]);
});

test('sends its cursors after every connect', async () => {
  const { socket } = await started();
  socket.play('connect');
  socket.play('disconnect');
  await jest.advanceTimersByTimeAsync(5_000);
  socket.play('connect');
  expect(socket.emitted.map((args) => args.slice(0, 2))).toEqual([
    ['resume', { inbox: '7' }],
    ['resume', { inbox: '7' }],
  ]);
});

test('resumes from the last cursor if the server has not acknowledged it, even if newer pushes came', async () => {
  let cursor = '7';
  const { socket } = await started({ cursors: () => ({ inbox: cursor }) });
  const reconnect = async () => {
    socket.play('disconnect');
    await jest.advanceTimersByTimeAsync(30_000);
    socket.play('connect');
  };
  socket.play('connect');
  cursor = '9';
  await reconnect();
  expect(socket.emitted.at(-1)?.[1]).toEqual({ inbox: '7' });
  socket.acknowledge({ ok: true });
  await reconnect();
  expect(socket.emitted.at(-1)?.[1]).toEqual({ inbox: '9' });
});

test('retries a resume only if its failure may be temporary', async () => {
  const { socket } = await started();
  socket.play('connect');
  socket.acknowledge({ ok: false, code: 'unavailable' });
  await jest.advanceTimersByTimeAsync(1_000);
  expect(socket.emitted).toHaveLength(2);
  socket.acknowledge({ ok: false, code: 'not_found' });
  await jest.advanceTimersByTimeAsync(10_000);
  expect(socket.emitted).toHaveLength(2);
});

test('calls a hearer with every change of conversations, and with null after a reset, until it unsubscribes', async () => {
  const { socket, realtime } = await started();
  const heard: unknown[] = [];
  const stop = realtime.hear((push) => heard.push(push));
  const push = { view: 'inbox', position: '8' };
  socket.play('connect');
  socket.play('push', push);
  socket.play('push', { view: 'transcript', position: '8' });
  socket.play('reset', { view: 'inbox', reset: true });
  socket.play('reset', { view: 'transcript', reset: true });
  expect(heard).toEqual([null, push, null]);
  stop();
  socket.play('push', push);
  expect(heard).toHaveLength(3);
});

test('uses a fresh token for each attempt and counts the attempts until it is connected again', async () => {
  const { socket, realtime } = await started();
  socket.play('connect');
  socket.play('disconnect');
  expect(realtime.getState()).toEqual({ status: 'lost', attempts: 1 });
  await jest.advanceTimersByTimeAsync(5_000);
  socket.play('connect_error');
  await jest.advanceTimersByTimeAsync(10_000);
  socket.play('connect_error');
  expect(realtime.getState()).toEqual({ status: 'lost', attempts: 3 });
  await jest.advanceTimersByTimeAsync(20_000);
  expect(socket.tokens).toEqual(['token 1', 'token 2', 'token 3', 'token 4']);
  socket.play('connect');
  expect(realtime.getState()).toEqual({ status: 'live', attempts: 0 });
});

test('connects at once when the network is back', async () => {
  const { socket, realtime } = await started();
  socket.play('disconnect');
  realtime.hurry();
  await jest.advanceTimersByTimeAsync(0);
  expect(socket.tokens).toHaveLength(2);
});

test('wake checks a connection that seems to work and reconnects a lost one at once', async () => {
  const { socket, realtime } = await started();
  socket.play('connect');
  realtime.wake();
  expect(socket.emitted.map(([event]) => event)).toEqual(['resume', 'resume']);
  socket.play('disconnect');
  realtime.wake();
  await jest.advanceTimersByTimeAsync(0);
  expect(socket.tokens).toHaveLength(2);
});

test('reconnects at once with a fresh token when the server reports that the token has expired', async () => {
  const { socket, realtime } = await started();
  socket.play('connect');
  socket.play('ended', { code: 'login_expired' });
  socket.play('disconnect', 'io server disconnect');
  await jest.advanceTimersByTimeAsync(0);
  expect(socket.tokens).toEqual(['token 1', 'fresh token']);
  expect(realtime.getState().status).toBe('live');
  socket.play('connect');
  socket.play('disconnect', 'transport close');
  expect(realtime.getState().status).toBe('lost');
});

test('waits before reconnecting if the server disconnects without a reason, which means that it refuses the client', async () => {
  const { socket } = await started();
  socket.play('connect');
  socket.play('disconnect', 'io server disconnect');
  await jest.advanceTimersByTimeAsync(4_999);
  expect(socket.tokens).toHaveLength(1);
});

test('does not reconnect after stop', async () => {
  const { socket, realtime } = await started();
  socket.play('disconnect');
  realtime.stop();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(socket.tokens).toHaveLength(1);
});

test('resumes nothing while there is no listener, and then from the next listener’s cursors', async () => {
  const { socket, realtime, detach } = await started();
  detach();
  socket.play('connect');
  expect(socket.emitted).toEqual([]);
  realtime.attach({ ...listener, cursors: () => ({ inbox: '9' }) });
  expect(socket.emitted.map((args) => args.slice(0, 2))).toEqual([['resume', { inbox: '9' }]]);
});

test('reports changed settings, and null after every connect', async () => {
  const { socket, changes } = await started();
  socket.play('connect');
  socket.play('changed', { categories: ['team'], position: '7' });
  expect(changes).toEqual([null, { categories: ['team'], position: '7' }]);
});

test('loads the socket’s code again if loading failed', async () => {
  let tries = 0;
  const { socket, realtime } = await started({}, (socket) =>
    ++tries === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(socket),
  );
  expect(realtime.getState()).toEqual({ status: 'lost', attempts: 1 });
  await jest.advanceTimersByTimeAsync(5_000);
  socket.play('connect');
  expect(realtime.getState()).toEqual({ status: 'live', attempts: 0 });
});

test('does not connect a socket whose code loads after stop', async () => {
  const socket = new SocketDouble();
  const realtime = new Realtime({
    open: () => Promise.resolve(socket as never),
    token: () => Promise.resolve('token'),
    freshToken: () => Promise.resolve('fresh token'),
  });
  realtime.start();
  realtime.stop();
  realtime.start();
  await jest.advanceTimersByTimeAsync(0);
  expect(socket.tokens).toHaveLength(1);
});

test('reports only the last of several changes of the viewed conversation, after the next frame', async () => {
  const { socket, realtime } = await started();
  socket.play('connect');
  const said = () => socket.emitted.slice(1).map(([event, what]) => [event, what]);
  const [left, next] = [null, { chatId: 'next', isTyping: false }];
  realtime.look(left);
  realtime.look(next);
  realtime.follow({ chatId: 'next', position: '7' });
  expect(said()).toEqual([]);
  await jest.advanceTimersByTimeAsync(100);
  expect(said()).toEqual([
    ['look', next],
    ['follow', { chatId: 'next', position: '7' }],
  ]);
  realtime.look(left);
  socket.play('disconnect');
  await jest.advanceTimersByTimeAsync(100);
  expect(said()).toHaveLength(2);
});
