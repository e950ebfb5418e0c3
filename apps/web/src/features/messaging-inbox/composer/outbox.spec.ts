import type { ChatEntry } from '@parley/contracts/api/conversations';
import type { SendRequest } from '@parley/contracts/api/conversations.requests';
import { RequestFailed } from '../../../lib/problem';
import { optimisticEntries, Outbox, type Outgoing } from './outbox';

const message = (key: string, changes: Partial<Outgoing> = {}): Outgoing => ({
  idempotencyKey: key,
  chatId: 'chat',
  userId: 'eva',
  content: { text: `text ${key}` },
  assets: [],
  createdAt: '2026-11-14T10:00:00.000Z',
  state: 'waiting',
  code: null,
  ...changes,
});

function outboxWith(answer: (request: SendRequest) => Promise<void>, kept: Outgoing[] = []) {
  const sent: string[] = [];
  const stored = new Map<string, Outgoing[]>();
  const outbox = new Outbox({
    send: async (request) => {
      await answer(request);
      sent.push(request.idempotencyKey);
      return { position: '1', entries: [] };
    },
    keep: (chatId, messages) => stored.set(chatId, messages),
    kept: kept.length ? [['chat', kept]] : [],
  });
  return { outbox, sent, stored };
}

const states = (outbox: Outbox) =>
  outbox.messages.get('chat').map(({ idempotencyKey, state }) => `${idempotencyKey} ${state}`);
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('sends in the order in which it was written, one at a time', async () => {
  let underWay = 0;
  const { outbox, sent } = outboxWith(async () => {
    expect((underWay += 1)).toBe(1);
    await Promise.resolve();
    underWay -= 1;
  });
  outbox.add(message('first'));
  outbox.add(message('second'));
  await settle();
  expect(sent).toEqual(['first', 'second']);
});

test('waits while nobody answers, and goes on when the network is back', async () => {
  let isOnline = false;
  const { outbox, sent, stored } = outboxWith(() =>
    isOnline ? Promise.resolve() : Promise.reject(new RequestFailed('network', 0)),
  );
  outbox.add(message('first'));
  outbox.add(message('second'));
  await settle();
  expect(states(outbox)).toEqual(['first waiting', 'second waiting']);
  expect(stored.get('chat')).toHaveLength(2);
  isOnline = true;
  outbox.flushAll();
  await settle();
  expect(sent).toEqual(['first', 'second']);
  expect(stored.get('chat')).toEqual([]);
});

test('tries again by itself after 5 seconds', async () => {
  let tries = 0;
  const { outbox, sent } = outboxWith(() =>
    (tries += 1) > 1 ? Promise.resolve() : Promise.reject(new RequestFailed('unavailable', 503)),
  );
  outbox.add(message('first'));
  await jest.advanceTimersByTimeAsync(4_999);
  expect(sent).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(sent).toEqual(['first']);
});

test('a refused message says why and does not hold up the next', async () => {
  const { outbox, sent } = outboxWith(({ idempotencyKey }) =>
    idempotencyKey === 'first' ? Promise.reject(new RequestFailed('outside_window', 409)) : Promise.resolve(),
  );
  outbox.add(message('first'));
  outbox.add(message('second'));
  await settle();
  expect(states(outbox)).toEqual(['first failed', 'second accepted']);
  expect(outbox.messages.get('chat')[0]?.code).toBe('outside_window');
  expect(sent).toEqual(['second']);
});

test('what was kept is sent under the same key after a reload', async () => {
  const { outbox, sent } = outboxWith(() => Promise.resolve(), [message('kept')]);
  outbox.flushAll();
  await settle();
  expect(sent).toEqual(['kept']);
});

test('each part stands in the thread until the entry with its key has arrived', () => {
  const asset = { id: 'asset', fileName: 'cat.png', contentType: 'image/png', size: 5 };
  const outgoing = message('key', { content: { text: 'Look', attachments: ['asset'] }, assets: [asset] });
  const shown = optimisticEntries([outgoing], []);
  expect(shown.map(({ id, type, status }) => [id, type, status])).toEqual([
    ['key:0', 'text', 'pending'],
    ['key:1', 'asset', 'pending'],
  ]);
  const arrived = [{ clientKey: 'key:0' }] as ChatEntry[];
  expect(optimisticEntries([outgoing], arrived).map(({ id }) => id)).toEqual(['key:1']);
});

test('forgets a message once all its parts have arrived', async () => {
  const { outbox } = outboxWith(() => Promise.resolve());
  outbox.add(message('first'));
  await settle();
  outbox.settle('chat', [{ clientKey: 'other:0' }] as ChatEntry[]);
  expect(states(outbox)).toEqual(['first accepted']);
  outbox.settle('chat', [{ clientKey: 'first:0' }] as ChatEntry[]);
  expect(states(outbox)).toEqual([]);
});

test('one key is one message: again, it tries what failed, and nothing else', async () => {
  let isRefused = true;
  const { outbox, sent } = outboxWith(() =>
    isRefused ? Promise.reject(new RequestFailed('window_closed', 409)) : Promise.resolve(),
  );
  outbox.add(message('first'));
  await settle();
  isRefused = false;
  outbox.add(message('first'));
  outbox.add(message('first'));
  await settle();
  expect([states(outbox), sent]).toEqual([['first accepted'], ['first']]);
});

test('what is said again shows what it says', () => {
  const repeated = { type: 'text', message: 'once more', content: null, assets: [] } as const;
  const again = message('retry-1', { content: { retryOf: 'entry' }, repeated: { ...repeated, assets: [] } });
  expect(optimisticEntries([again], [])).toMatchObject([{ id: 'retry-1:0', message: 'once more' }]);
});

test('a draft is in a message here until the thread has it', async () => {
  const { outbox } = outboxWith(() => Promise.resolve());
  outbox.add(message('first', { draftVersion: 'v1' }));
  await settle();
  expect([outbox.holdsDraft('v1'), outbox.holdsDraft('v2')]).toEqual([true, false]);
  outbox.settle('chat', [{ clientKey: 'first:0' }] as ChatEntry[]);
  expect(outbox.holdsDraft('v1')).toBe(false);
});
