import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expectWellFormed } from '../../testing/well-formed';
import type { Inbound } from '../adapter';
import { parseWebhook } from './parse-webhook';

const receivedAt = '2026-11-21T09:00:00.000Z';
const folder = join(__dirname, 'fixtures');

const samples = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => readFileSync(join(folder, file), 'utf8'));

/** All paths in a JSON value, each as a list of keys. */
function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    [],
    {},
    '',
    0,
    -1,
    1e308,
    true,
    '9'.repeat(400),
    '\0',
    '\ud83d',
    '__proto__',
    [[]],
    [null],
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

test('never throws if any value of a sample is replaced', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(), junk), { minLength: 1, maxLength: 4 }),
      (sample, mutations) => {
        let webhook: unknown = JSON.parse(sample);
        for (const [seed, by] of mutations) {
          const all = places(webhook);
          webhook = replaced(webhook, all[seed % all.length] ?? [], by);
        }
        expectAllWellFormed(parseWebhook(Buffer.from(JSON.stringify(webhook)), receivedAt));
      },
    ),
    { numRuns: 3_000 },
  );
});

test('never throws if bytes of a sample are removed or inserted', () => {
  const cut = fc.tuple(fc.constantFrom(...samples), fc.nat(), fc.nat(30), fc.uint8Array({ maxLength: 20 }));
  fc.assert(
    fc.property(cut, ([sample, seed, length, bytes]) => {
      const body = Buffer.from(sample);
      const at = seed % body.length;
      expectAllWellFormed(
        parseWebhook(Buffer.concat([body.subarray(0, at), bytes, body.subarray(at + length)]), receivedAt),
      );
    }),
    { numRuns: 1_000 },
  );
});

test('never throws for deeply nested JSON', () => {
  const deep = (open: string, close: string) => Buffer.from(open.repeat(200_000) + close.repeat(200_000));
  expectAllWellFormed(parseWebhook(deep('[', ']'), receivedAt));
  expectAllWellFormed(
    parseWebhook(Buffer.from(`${'{"entry":['.repeat(100_000)}1${']}'.repeat(100_000)}`), receivedAt),
  );
  const nfm_reply = { response_json: `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}` };
  const interactive = { type: 'nfm_reply', nfm_reply };
  const value = { messages: [{ id: '1', from: '31612345678', type: 'interactive', interactive }] };
  const form = { entry: [{ changes: [{ field: 'messages', value }] }] };
  expectAllWellFormed(parseWebhook(Buffer.from(JSON.stringify(form)), receivedAt));
});

test('never throws for very long strings and digits, and returns within 2 seconds', () => {
  const long = `{"entry":["${'\\"1'.repeat(500_000)}",${'9'.repeat(1_000_000)}]}`;
  const started = Date.now();
  const found = parseWebhook(Buffer.from(long), receivedAt);
  expect(Date.now() - started).toBeLessThan(2_000);
  expectAllWellFormed(found);
});

function expectAllWellFormed(found: Inbound[]): void {
  expect(found.length).toBeGreaterThan(0);
  for (const inbound of found) expectWellFormed(inbound);
}
