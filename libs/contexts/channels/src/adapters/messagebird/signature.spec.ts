import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSignedBy } from './signature';

interface Vector {
  name: string;
  secret?: string;
  url: string;
  payload?: string;
  timestamp: string;
  token: string;
  valid: boolean;
}

const file = join(__dirname, 'fixtures/signature_jwt_reference_vectors.json');
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vector[];

it.each(vectors)(
  'isSignedBy returns $valid for the test vector “$name”',
  ({ secret = '', url, payload = '', timestamp, token, valid }) => {
    const now = Date.parse(timestamp) / 1000;
    expect(isSignedBy(secret, { url, body: Buffer.from(payload) }, token, now)).toBe(valid);
  },
);

const [{ secret = '', url, token, timestamp }] = vectors as [Vector];
const now = Date.parse(timestamp) / 1000;
const request = { url, body: Buffer.alloc(0) };

it('accepts a token during its minute of validity, and up to 5 seconds before and after it', () => {
  const held = [-6, -5, 0, 60, 64, 65].map((later) => isSignedBy(secret, request, token, now + later));
  expect(held).toEqual([false, true, true, true, true, false]);
});

it.each(['', 'a.b', 'a.b.c.d', '..', 'e30.e30.e30', undefined])('rejects %j as a token', (given) => {
  expect(isSignedBy(secret, request, given, now)).toBe(false);
});

it('rejects every token if the key is empty', () => {
  expect(isSignedBy('', request, token, now)).toBe(false);
});
