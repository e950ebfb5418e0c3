import type { WebhookDetails, WebhookEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { additionalHeaders } from './additional-headers';
import { afterFailure, closed, isGivenUp, isOpen, type Circuit } from './circuit';
import { PATIENCE_MS, retryAt } from './retry-schedule';
import { webhook } from './webhook';

const details: WebhookDetails = {
  url: 'https://crm.example/hooks',
  events: ['message::received'],
  version: 1,
  payload: 'full',
  headerNames: [],
  headersFingerprint: '',
};
const created: WebhookEvent = { type: 'WebhookCreated', data: { ...details, hint: 'aaaa' } };
const removed: WebhookEvent = { type: 'WebhookRemoved', data: {} };
const paused: WebhookEvent = { type: 'WebhookPaused', data: {} };
const until = '2026-11-24T10:00:00.000Z';

describe('a webhook', () => {
  it('a webhook records one creation, with its events sorted and without duplicates', () => {
    const events = ['message::received', 'chat::assigned', 'message::received'];
    const create = { type: 'Create', details: { ...details, events }, hint: 'aaaa' } as const;
    expect(given(webhook, []).when(create)).toMatchObject([
      { type: 'WebhookCreated', data: { events: ['chat::assigned', 'message::received'], hint: 'aaaa' } },
    ]);
    expect(given(webhook, [created]).when(create)).toEqual([]);
  });

  it('a webhook records a change only if something differs', () => {
    const when = (wanted: Partial<WebhookDetails>) =>
      given(webhook, [created]).when({ type: 'Change', details: wanted });
    expect(when({ payload: 'full' })).toEqual([]);
    expect(when({ payload: 'thin' })).toMatchObject([{ type: 'WebhookChanged', data: { payload: 'thin' } }]);
  });

  it('a webhook rotates its secret once if several users who saw the same secret request that', () => {
    const rotate = { type: 'Rotate', seen: 'aaaa', hint: 'bbbb', previousUntil: until } as const;
    const [rotated] = given(webhook, [created]).when(rotate) as [WebhookEvent];
    expect(rotated).toEqual({ type: 'WebhookRotated', data: { hint: 'bbbb', previousUntil: until } });
    expect(() => given(webhook, [created, rotated]).when(rotate)).toThrow('webhook_rotated');
  });

  it('a webhook records once each that it was paused, resumed and switched off', () => {
    expect(given(webhook, [created]).when({ type: 'Pause' })).toEqual([paused]);
    expect(given(webhook, [created, paused]).when({ type: 'Pause' })).toEqual([]);
    expect(given(webhook, [created]).when({ type: 'Resume', isSkipping: false })).toEqual([]);
    expect(given(webhook, [created, paused]).when({ type: 'Resume', isSkipping: true })).toHaveLength(1);
    expect(given(webhook, [created]).when({ type: 'SwitchOff', cause: 'gone' })).toHaveLength(1);
    expect(given(webhook, [created, paused]).when({ type: 'SwitchOff', cause: 'gone' })).toEqual([]);
  });

  it('a removed webhook accepts no commands', () => {
    expect(given(webhook, [created, removed]).when({ type: 'Remove' })).toEqual([]);
    expect(() => given(webhook, [created, removed]).when({ type: 'Pause' })).toThrow('not_found');
    expect(() => given(webhook, []).when({ type: 'Remove' })).toThrow('not_found');
  });
});

describe('additional headers', () => {
  it('additional headers come from a JSON object with a text for each name', () => {
    expect(additionalHeaders('')).toEqual({});
    expect(additionalHeaders('{"Authorization": "Bearer 1", "x-team": "crm"}')).toEqual({
      Authorization: 'Bearer 1',
      'x-team': 'crm',
    });
  });

  it.each([
    "{'x-team': 'crm'}",
    '{x-team: "crm"}',
    '[]',
    '"x"',
    'null',
    '{"x": 1}',
    '{"a b": "c"}',
    '{"x": "a\\nwebhook-id: 1"}',
    '{"x": "1", "X": "2"}',
    '{"": "1"}',
  ])('additional headers cannot be %s', (text) => {
    expect(() => additionalHeaders(text)).toThrow('webhook_headers');
  });

  it.each(['webhook-id', 'Webhook-Signature', 'host', 'Content-Length', 'content-type', 'transfer-encoding'])(
    'additional headers cannot set %s',
    (name) => {
      expect(() => additionalHeaders(JSON.stringify({ [name]: 'x' }))).toThrow('webhook_header_reserved');
    },
  );
});

describe('the retry schedule', () => {
  it('the retry schedule ends exactly three days after the first try', () => {
    const tries: number[] = [];
    for (let at: number | null = 0; at !== null; at = retryAt(tries.length, 0, at, 0.5))
      tries.push(at / 1000);
    expect(tries).toEqual([
      0, 5, 35, 155, 755, 2_555, 6_155, 13_355, 27_755, 56_555, 99_755, 171_755, 258_155, 259_200,
    ]);
  });

  it('the retry schedule varies each delay by a tenth at most', () => {
    expect([retryAt(1, 0, 0, 0), retryAt(1, 0, 0, 1)]).toEqual([4_500, 5_500]);
  });
});

describe('the circuit of a receiver', () => {
  const fail = (times: number, circuit: Circuit = closed, now = 1_000) =>
    Array.from({ length: times }).reduce<Circuit>(
      (before) => afterFailure(before, { at: now, now }, 0.5),
      circuit,
    );

  it('the circuit opens at the fifth consecutive failure, for longer each time, up to an hour', () => {
    expect(isOpen(fail(4))).toBe(false);
    expect(fail(5)).toEqual({ failures: 5, failingSince: 1_000, openUntil: 6_000 });
    expect(fail(6).openUntil).toBe(31_000);
    expect(fail(30).openUntil).toBe(3_601_000);
  });

  it('a receiver counts as given up after three days without a success', () => {
    expect(isGivenUp(fail(3), 1_000 + PATIENCE_MS - 1)).toBe(false);
    expect(isGivenUp(fail(3), 1_000 + PATIENCE_MS)).toBe(true);
    expect(isGivenUp(closed, PATIENCE_MS * 9)).toBe(false);
  });
});
