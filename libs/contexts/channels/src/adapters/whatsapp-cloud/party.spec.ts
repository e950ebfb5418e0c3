import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { partyOf } from './parse-webhook';

const fixtures = resolve(__dirname, 'fixtures');
const partyIn = (name: string) => partyOf(JSON.parse(readFileSync(join(fixtures, `${name}.json`), 'utf8')));

test.each([
  ['in_text', '972987654321'],
  ['status_delivered', '972987654321'],
  ['in_text_bsuid_no_phone', 'US.13491208655302741918'],
  ['status_delivered_bsuid', 'US.13491208655302741918'],
  ['echo_revoke', '972123456789'],
])('partyOf returns for %s the key %s', (name, party) => {
  expect(partyIn(name)).toBe(party);
});

test.each([null, 3, [], {}, { entry: [{ changes: [{ value: { messages: [null, {}] } }] }] }])(
  'partyOf returns undefined for %j',
  (webhook) => {
    expect(partyOf(webhook)).toBeUndefined();
  },
);
