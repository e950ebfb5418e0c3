import type { StatusReason } from '@parley/contracts/events';
import { isChannelBroken, isRetryable, reasonOf } from './errors';

test.each<[StatusReason, number[]]>([
  ['message_invalid', [100, 131008, 131009, 131051, 132000, 132001, 132007, 132008, 132012, 132015, 132016]],
  ['message_invalid', [132068, 131052, 131053, 131062, 135000]],
  ['outside_window', [131047]],
  ['not_whatsapp_registered', [131026, 1013]],
  ['insufficient_credits', [131042, 131044]],
  ['too_long', [132005]],
  ['wrong_number', [131021, 131030]],
  ['blacklisted', [131050, 130497, 368, 131031]],
  ['unreachable', [130472]],
  ['delivery_failure', [131000, 2, 131063, 137000, 131049, 131056, 1, -1, 999999]],
])('returns %s for each of the codes %j', (reason, codes) => {
  for (const code of codes) expect(reasonOf({ code })).toBe(reason);
});

test('distinguishes a too long parameter from an invalid one', () => {
  const detail = "Parameter value is not valid: Param text['body'] must be at most 4096 characters long.";
  expect(reasonOf({ code: 131009, detail })).toBe('too_long');
});

test('treats only temporary errors as retryable', () => {
  expect([2, 4, 80007, 130429, 131016, 131048, 131053, 131056, 131057].every(isRetryable)).toBe(true);
  expect([0, 100, 131026, 131047, 131049, 190].some(isRetryable)).toBe(false);
});

test('reports a broken channel for errors of account and token only', () => {
  expect([0, 3, 10, 190, 200, 299, 131005, 131037, 131045, 133000, 133010].every(isChannelBroken)).toBe(true);
  expect([1, 100, 131047, 131026, 300, 134000].some(isChannelBroken)).toBe(false);
});
