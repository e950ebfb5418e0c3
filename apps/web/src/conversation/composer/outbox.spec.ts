import type { ChatEntry } from '@parley/contracts/api/conversations';
import { RequestFailed } from '../../lib/problem';
import { optimisticEntries, Outbox, repeatOf, type OutboxOptions, type Outgoing } from './outbox';

const message = (key: string, changes: Partial<Outgoing> = {}): Outgoing => ({
  idempotencyKey: key,
  kind: 'reply',
  chatId: 'chat',
  userId: 'eva',
  content: { text: `text ${key}` },
  assets: [],
  createdAt: '2026-11-14T10:00:00.000Z',
  state: 'waiting',
  code: null,
  ...changes,
});

function outboxWith(
  answer: (message: Outgoing) => Promise<void>,
  { kept = [], takesBack }: { kept?: Outgoing[] } & Pick<OutboxOptions, 'takesBack'> = {},
) {
  const sent: string[] = [];
  const stored = new Map<string, Outgoing>();
  const refused: string[] = [];
  const doneBefore: string[] = [];
  const outbox = new Outbox({
    send: async (outgoing) => {
      await answer(outgoing);
      sent.push(outgoing.idempotencyKey);
    },
    onDoneBefore: ({ idempotencyKey }, code) => doneBefore.push(`${idempotencyKey} ${code}`),
    onRefused: ({ idempotencyKey }, code) => refused.push(`${idempotencyKey} ${code}`),
    keep: (key, outgoing) => (outgoing ? stored.set(key, outgoing) : stored.delete(key)),
    takesBack,
  });
  outbox.adopt(kept);
  return { outbox, sent, stored, refused, doneBefore };
}

const states = (outbox: Outbox) =>
  outbox.messages.get().map(({ idempotencyKey, state }) => `${idempotencyKey} ${state}`);
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('sends one message at a time, in the order of writing', async () => {
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

test('waits while the network is down and resumes when it is back', async () => {
  let isOnline = false;
  const { outbox, sent, stored } = outboxWith(() =>
    isOnline ? Promise.resolve() : Promise.reject(new RequestFailed('network', 0)),
  );
  outbox.add(message('first'));
  outbox.add(message('second'));
  await settle();
  expect(states(outbox)).toEqual(['first waiting', 'second waiting']);
  expect([...stored.keys()]).toEqual(['first', 'second']);
  isOnline = true;
  void outbox.flush();
  await settle();
  expect(sent).toEqual(['first', 'second']);
  expect(stored.size).toBe(0);
});

test('retries automatically after 5 seconds', async () => {
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

test('reports why a message was refused and sends the next one', async () => {
  const { outbox, sent, refused } = outboxWith(({ idempotencyKey }) =>
    idempotencyKey === 'first' ? Promise.reject(new RequestFailed('outside_window', 409)) : Promise.resolve(),
  );
  outbox.add(message('first'));
  outbox.add(message('second'));
  await settle();
  expect(states(outbox)).toEqual(['first failed', 'second accepted']);
  expect(outbox.messages.get()[0]?.code).toBe('outside_window');
  expect(refused).toEqual(['first outside_window']);
  expect(sent).toEqual(['second']);
});

test('sends a stored message under the same key after a reload', async () => {
  const { outbox, sent } = outboxWith(() => Promise.resolve(), { kept: [message('kept')] });
  void outbox.flush();
  await settle();
  expect(sent).toEqual(['kept']);
});

test('sends stored messages in their order, before a message of another window', async () => {
  const { outbox, sent } = outboxWith(() => Promise.resolve(), {
    kept: [message('first'), message('second')],
  });
  outbox.adopt([message('first'), message('third')]);
  await outbox.flush();
  expect(sent).toEqual(['first', 'second', 'third']);
});

test('does not automatically send a message of another window that the server refused', async () => {
  const { outbox, sent } = outboxWith(() => Promise.resolve());
  outbox.adopt([message('refused', { state: 'failed', code: 'window_closed' })]);
  await outbox.flush();
  expect([sent, outbox.unsent().length]).toEqual([[], 1]);
});

test('drops another window’s message once that window has sent or discarded it, and keeps this window’s messages', async () => {
  const { outbox, stored } = outboxWith(() => Promise.reject(new RequestFailed('window_closed', 409)));
  const refused = { state: 'failed', code: 'window_closed' } as const;
  outbox.adopt([message('theirs', refused), message('tried here', refused)]);
  outbox.add(message('mine'));
  outbox.retry(message('tried here'));
  await settle();
  for (const key of ['theirs', 'tried here', 'mine']) outbox.settledElsewhere(key);
  expect(states(outbox)).toEqual(['tried here failed', 'mine failed']);
  expect([...stored.keys()]).toEqual(['tried here', 'mine']);
});

test('flush resolves when the sends in flight end; unsent lists the messages that remain', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { outbox } = outboxWith(() => answered);
  outbox.add(message('first'));
  outbox.add(message('second'));
  const flushed = jest.fn();
  void outbox.flush().then(flushed);
  await settle();
  expect([outbox.unsent().length, flushed.mock.calls.length]).toEqual([2, 0]);
  answer();
  await settle();
  expect([outbox.unsent().length, flushed.mock.calls.length]).toEqual([0, 1]);
});

test('sends a note like a message, shows it as a note and drops it once the thread has it', async () => {
  const { outbox, sent } = outboxWith(() => Promise.resolve());
  outbox.add(message('first'));
  outbox.add(message('noted-down', { kind: 'note' }));
  await settle();
  expect(sent).toEqual(['first', 'noted-down']);
  const [, note] = optimisticEntries(outbox.messages.get(), []);
  expect(note).toMatchObject({ direction: 'none', variant: 'internal-comment', message: 'text noted-down' });
  outbox.settle([{ clientKey: 'noted-down' }] as ChatEntry[]);
  expect(states(outbox)).toEqual(['first accepted']);
});

test('shows each part of a message in the thread until the thread has the entry with its key', () => {
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

test('drops a message once all its parts have arrived', async () => {
  const { outbox } = outboxWith(() => Promise.resolve());
  outbox.add(message('first'));
  await settle();
  outbox.settle([{ clientKey: 'other:0' }] as ChatEntry[]);
  expect(states(outbox)).toEqual(['first accepted']);
  outbox.settle([{ clientKey: 'first:0' }] as ChatEntry[]);
  expect(states(outbox)).toEqual([]);
});

test('adding the same key again retries a failed message and changes nothing else', async () => {
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

test('shows the content of the failed message when it is sent again', () => {
  const repeated = { type: 'text', message: 'once more', content: null, assets: [] } as const;
  const again = message('retry-1', { content: { retryOf: 'entry' }, repeated: { ...repeated, assets: [] } });
  expect(optimisticEntries([again], [])).toMatchObject([{ id: 'retry-1:0', message: 'once more' }]);
});

test('holdsDraft is true from sending a draft until the thread has its message', async () => {
  const { outbox } = outboxWith(() => Promise.resolve());
  outbox.add(message('first', { draftVersion: 'v1' }));
  await settle();
  expect([outbox.holdsDraft('v1'), outbox.holdsDraft('v2')]).toEqual([true, false]);
  outbox.settle([{ clientKey: 'first:0' }] as ChatEntry[]);
  expect(outbox.holdsDraft('v1')).toBe(false);
});

test('counts a failed message as sent again while the repeat is being sent or has arrived, not if the repeat failed', () => {
  const failed = { id: 'first' };
  const repeat = (state: Outgoing['state']) => [message('retry-first', { state })];
  const there = [{ clientKey: 'retry-first:0' } as ChatEntry];
  expect(repeatOf(failed, [], [])).toBeNull();
  expect(repeatOf(failed, [], repeat('waiting'))).toBe('sent');
  expect(repeatOf(failed, [], repeat('failed'))).toBe('failed');
  expect(repeatOf(failed, there, [])).toBe('sent');
});

test.each(['already_retried', 'draft_already_sent'])(
  'drops a message, without an error, if another request already did the same (%s)',
  async (code) => {
    const { outbox, stored, refused, doneBefore } = outboxWith(() =>
      Promise.reject(new RequestFailed(code, 409)),
    );
    outbox.add(message('first'));
    await settle();
    expect([states(outbox), stored.size, refused]).toEqual([[], 0, []]);
    expect(doneBefore).toEqual([`first ${code}`]);
  },
);
test('removes a refused message whose text returns to the composer, and still reports the refusal', async () => {
  const asked: string[] = [];
  const { outbox, stored, refused } = outboxWith(
    () => Promise.reject(new RequestFailed('window_closed', 409)),
    {
      takesBack: ({ idempotencyKey }, code) => {
        asked.push(`${idempotencyKey} ${code}`);
        return idempotencyKey === 'late';
      },
    },
  );
  outbox.add(message('late'));
  outbox.add(message('other'));
  await settle();
  expect(states(outbox)).toEqual(['other failed']);
  expect([...stored.keys()]).toEqual(['other']);
  expect(asked).toEqual(['late window_closed', 'other window_closed']);
  expect(refused).toEqual(asked);
});
