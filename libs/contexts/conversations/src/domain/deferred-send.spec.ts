import { afterRefusal } from './deferred-send';

const at = '2026-05-01T10:00:00.000Z';
const refusal = { attempt: 1, at, reason: 'delivery_failure', providerCode: '130429' } as const;

it('retries a message with growing pauses for about a day, then declines it with the provider’s reason', () => {
  let time = at;
  const pauses: number[] = [];
  for (let attempt = 1; ; attempt++) {
    const event = afterRefusal({ ...refusal, attempt, at: time });
    if (event.type !== 'MessageSendDeferred') {
      expect(event).toEqual({
        type: 'MessageDeclined',
        data: { reason: 'delivery_failure', providerCode: '130429', detail: undefined, at: time },
      });
      break;
    }
    expect(event.data.reason).toBe('waiting');
    pauses.push(Date.parse(event.data.retryAt) - Date.parse(time));
    time = event.data.retryAt;
  }
  expect(pauses[0]).toBe(60_000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect((Date.parse(time) - Date.parse(at)) / 3_600_000).toBeCloseTo(24, 0);
});

it('uses the provider’s pause if it is longer than its own', () => {
  expect(afterRefusal({ ...refusal, retryAfterMs: 3_600_000 })).toEqual({
    type: 'MessageSendDeferred',
    data: { reason: 'waiting', retryAt: '2026-05-01T11:00:00.000Z' },
  });
});
