import { randomBytes } from 'node:crypto';
import { processMetrics } from '../telemetry/metrics';
import { Notices } from './notices';

const CHANNEL = 'parley_test';
const MAX_AGE_MS = 120_000;
const key = randomBytes(32);
let now = 1_800_000_000_000;
const notices = new Notices(key, () => now);

async function dropped(reason: string): Promise<number> {
  const metric = await processMetrics.getSingleMetric('parley_notices_dropped_total')!.get();
  const found = metric.values.find(({ labels }) => labels.channel === CHANNEL && labels.reason === reason);
  return found?.value ?? 0;
}

test('an encrypted notice hides its text, fits in 8,000 bytes and opens with the same key', () => {
  const text = 'é:'.repeat(1_960);
  const sealed = notices.seal(CHANNEL, text);
  expect(sealed.length).toBeLessThan(8_000);
  expect(sealed).not.toContain(Buffer.from(text).toString('base64url').slice(0, 20));
  expect(new Notices(key, () => now).opener(CHANNEL)(sealed)).toBe(text);
});

test.each([
  ['without encryption', () => '{"userId":"1"}'],
  ['that is empty', () => ''],
  ['with only the prefix', () => 'v1.'],
  ['encrypted with another key', () => new Notices(randomBytes(32), () => now).seal(CHANNEL, 'x')],
  ['of another channel', () => notices.seal('parley_other', 'x')],
  [
    'that was tampered with',
    () => notices.seal(CHANNEL, 'x').replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
  ],
  ['that was truncated', () => notices.seal(CHANNEL, 'x'.repeat(90)).slice(0, 60)],
])('drops and counts a notice %s', async (_, forge) => {
  const before = await dropped('forged');
  expect(notices.opener(CHANNEL)(forge())).toBeNull();
  expect(await dropped('forged')).toBe(before + 1);
});

test('opens a notice once per listener, also if it is encoded differently', async () => {
  const sealed = notices.seal(CHANNEL, 'x');
  const [here, there] = [notices.opener(CHANNEL), notices.opener(CHANNEL)];
  expect([here(sealed), there(sealed)]).toEqual(['x', 'x']);
  const before = await dropped('replayed');
  for (const again of [sealed, `${sealed}==`, `${sealed} `, `${sealed}.`]) expect(here(again)).toBeNull();
  expect(await dropped('replayed')).toBeGreaterThan(before);
});

test('drops a notice older than two minutes, and never opens a notice twice', async () => {
  const sealedAt = now;
  const sealed = notices.seal(CHANNEL, 'x');
  const open = notices.opener(CHANNEL);
  now = sealedAt - MAX_AGE_MS;
  expect(open(sealed)).toBe('x');
  for (now = sealedAt - MAX_AGE_MS; now <= sealedAt + MAX_AGE_MS; now += 10_000) {
    open(notices.seal(CHANNEL, 'other'));
    expect(open(sealed)).toBeNull();
  }
  const before = await dropped('stale');
  now = sealedAt + MAX_AGE_MS + 1;
  expect(notices.opener(CHANNEL)(sealed)).toBeNull();
  expect(await dropped('stale')).toBe(before + 1);
});
