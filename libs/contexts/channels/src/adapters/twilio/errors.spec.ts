import type { StatusReason } from '@parley/contracts/events';
import { isChannelBroken, isRetryable, reasonOf } from './errors';

it.each<[StatusReason, number[]]>([
  ['message_invalid', [21602, 63013, 63027, 63042]],
  ['outside_window', [63016]],
  ['not_whatsapp_registered', [63003, 63024]],
  ['insufficient_credits', [63020]],
  ['too_long', [21617]],
  ['unreachable', [30003, 63032]],
  ['wrong_number', [21211, 21614, 30005, 30006]],
  ['blacklisted', [21610, 30004, 63014]],
  ['delivery_failure', [30001, 30007, 30008, 63018, 20429, 1]],
])('returns %s for each of the codes %j', (reason, codes) => {
  expect(codes.map(reasonOf)).toEqual(codes.map(() => reason));
});

it('treats only temporary errors as retryable', () => {
  expect([20429, 21611, 30001, 63018].every(isRetryable)).toBe(true);
  expect([21610, 30003, 30008, 63016].some(isRetryable)).toBe(false);
});

it('reports a broken channel for errors of account, token and number only', () => {
  expect([20003, 20005, 21606, 30002, 63007, 63051].every(isChannelBroken)).toBe(true);
  expect([21610, 30003, 63016].some(isChannelBroken)).toBe(false);
});
