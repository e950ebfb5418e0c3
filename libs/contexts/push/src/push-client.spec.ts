import { PushDouble } from '@parley/doubles/push/push-double';
import type { Config } from '@parley/platform/config/config';
import type { Database } from '@parley/platform/database/database';
import { MasterKey } from '@parley/platform/security/master-key';
import { PushClient } from './push-client';

let double: PushDouble;
let served: { url: string; close: () => Promise<void> };
let client: PushClient;

beforeAll(async () => {
  double = new PushDouble();
  served = await double.listen();
  const config = { pushServices: [served.url], publicUrl: 'http://localhost', mailFrom: 'a@b.example' };
  let row: unknown[] | undefined;
  const database = {
    query: (_: string, values?: unknown[]) => {
      row ??= values;
      return Promise.resolve({ rows: [{ public_key: row![0], sealed_private_key: row![1] }] });
    },
  };
  client = new PushClient(
    database as unknown as Database,
    config as unknown as Config,
    new MasterKey('only ever used by tests, 32 characters'),
  );
});

afterAll(() => served.close());

function browser() {
  const { endpoint, p256dh, auth } = double.subscribe();
  return { endpoint, keys: { p256dh, auth } };
}

const payload = { kind: 'close', tag: 'conversation' } as const;

test('delivers a payload encrypted for the browser and signed for its push service', async () => {
  const pushed = await client.push(browser(), payload, 'conversation');
  expect(pushed).toEqual({ failure: null, status: 201, retryAfter: null });
  expect(double.pushes).toMatchObject([{ payload, topic: 'conversation', ttl: 3_600 }]);
});

test.each([
  [404, 'gone'],
  [410, 'gone'],
  [429, 'unreachable'],
  [503, 'unreachable'],
  [302, 'refused'],
  [403, 'refused'],
])('maps the status %s to %s', async (status, failure) => {
  double.answerNext(status, { 'Retry-After': '7', Location: 'http://127.0.0.1:1/' });
  expect(await client.push(browser(), payload)).toEqual({ failure, status, retryAfter: 7 });
});

test('sends no request to an endpoint that is no push service', async () => {
  const pushed = await client.push({ ...browser(), endpoint: 'http://169.254.169.254/' }, payload);
  expect(pushed).toEqual({ failure: 'refused', status: null, retryAfter: null });
});
