import fc from 'fast-check';
import { testExternalId } from '@parley/contracts/api/test-channel';
import { outgoing } from '../../testing/outgoing';
import { testAdapter } from './test.adapter';

const receivedAt = '2026-11-21T09:00:00.000Z';
const ann = { phone: '+31 6 1234 5678', name: 'Ann' };
const contact = {
  aliases: [{ kind: 'phone', value: '+31612345678' }],
  profile: { name: 'Ann', phone: '+31612345678' },
};

function webhookOf(body: string) {
  return { body: Buffer.from(body), contentType: 'application/json', query: '', headers: {} };
}

function parse(...events: unknown[]) {
  return testAdapter.parse(webhookOf(JSON.stringify({ events })), receivedAt);
}

test('parses messages, edits, reactions and deletions of the phone page', () => {
  const time = '2026-11-21T08:00:00+01:00';
  expect(
    parse(
      { type: 'message', id: 'm1', from: ann, text: 'Hello', time, replyTo: 'test.1' },
      { type: 'message', id: 'm2', from: { id: 'visitor' }, location: { latitude: 52, longitude: 4 } },
      { type: 'edit', id: 'm1', from: ann, text: 'Hello!' },
      { type: 'reaction', id: 'test.1', from: ann, emoji: '👍' },
      { type: 'reaction', id: 'test.1', from: ann, emoji: null },
      { type: 'deletion', id: 'm1', from: ann },
    ),
  ).toMatchObject([
    {
      kind: 'message',
      externalId: 'm1',
      contact,
      content: { type: 'text', text: 'Hello' },
      context: { replyTo: 'test.1' },
      providerTime: '2026-11-21T07:00:00.000Z',
    },
    {
      kind: 'message',
      contact: { aliases: [{ kind: 'external', value: 'visitor' }] },
      content: { type: 'location', latitude: 52, longitude: 4 },
      providerTime: receivedAt,
    },
    { kind: 'edit', externalId: 'm1', content: { text: 'Hello!' } },
    { kind: 'reaction', externalId: 'test.1', emoji: '👍', by: 'contact' },
    { kind: 'reaction', emoji: null },
    { kind: 'deletion', externalId: 'm1' },
  ]);
});

test('parses an automatic message', () => {
  const message = { type: 'message', id: 'm1', from: ann, text: 'I am away.' };
  const [human, machine] = parse(message, { ...message, isAutomatic: true });
  expect(human).not.toHaveProperty('isAutomatic');
  expect(machine).toMatchObject({ kind: 'message', isAutomatic: true });
});

test('returns an external id that statuses can refer to', async () => {
  const connection = { apiBaseUrl: null, providerAccountId: null, businessAccountId: null, secrets: {} };
  const message = outgoing({ type: 'text', text: 'x' }, { messageId: '1' });
  expect(await testAdapter.send(message, connection)).toEqual({
    outcome: 'sent',
    externalId: testExternalId('1'),
  });
  expect(
    parse(
      { type: 'status', messageId: '1', status: 'read' },
      { type: 'status', messageId: '1', status: 'declined', reason: 'outside_window' },
      { type: 'status', messageId: '1', status: 'declined', reason: 'made up' },
    ),
  ).toMatchObject([
    { kind: 'status', externalId: testExternalId('1'), status: 'read', opaque: '1', at: receivedAt },
    { status: 'declined', statusReason: 'outside_window' },
    { status: 'declined', statusReason: 'delivery_failure' },
  ]);
});

test('parses malformed events as unsupported and never throws', () => {
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '{"events":1}',
    '{"events":[]}',
    '{"events":[null,{"type":"message"}]}',
  ];
  for (const body of bodies) {
    const found = testAdapter.parse(webhookOf(body), receivedAt);
    expect(found.map(({ kind }) => kind)).toContain('unsupported');
  }
  const types = fc.constantFrom('message', 'status', 'edit', 'deletion', 'reaction', 'other');
  const junk = fc.option(fc.oneof(fc.jsonValue(), fc.constant(ann)));
  const event = fc.record(
    {
      type: types,
      id: junk,
      from: junk,
      text: junk,
      location: junk,
      time: junk,
      status: junk,
      messageId: junk,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(event, { minLength: 1 }), (events) => parse(...events).length === events.length),
  );
});

test('replaces characters that cannot be stored and keeps the rest of the text', () => {
  const from = { phone: ann.phone, name: 'A\u202enn\u0000\r\n' };
  expect(
    parse(
      { type: 'message', id: 'm1', from, text: 'one\u0000two\ud800\u0007\nthree' },
      { type: 'message', id: 'm\u00002', from, text: '\u0000' },
    ),
  ).toMatchObject([
    {
      kind: 'message',
      contact: { profile: { name: 'Ann\ufffd' } },
      content: { type: 'text', text: 'one\ufffdtwo\ufffd\nthree' },
    },
    { kind: 'message', externalId: 'm\ufffd2', content: { type: 'text', text: '\ufffd' } },
  ]);
});
