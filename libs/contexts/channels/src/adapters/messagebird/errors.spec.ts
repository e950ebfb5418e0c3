import type { StatusReason } from '@parley/contracts/events';
import { isChannelBroken, reasonOf, reasonOfReport } from './errors';

it.each<[StatusReason, number[]]>([
  ['message_invalid', [9, 10, 20]],
  ['insufficient_credits', [25]],
  ['outside_window', [470]],
  ['not_whatsapp_registered', [1013]],
  ['delivery_failure', [2, 98, 99]],
])('returns %s for a refused request with one of the codes %j', (reason, codes) => {
  expect(codes.map(reasonOf)).toEqual(codes.map(() => reason));
});

it.each<[StatusReason, number | undefined, string | undefined]>([
  ['wrong_number', 1, undefined],
  ['wrong_number', 5, 'expired'],
  ['unreachable', 6, undefined],
  ['unreachable', 27, undefined],
  ['unreachable', undefined, 'expired'],
  ['wrong_number', undefined, 'Unknown subscriber'],
  ['blacklisted', 13, undefined],
  ['blacklisted', 103, undefined],
  ['delivery_failure', 34, undefined],
  ['delivery_failure', undefined, undefined],
])('returns %s for a delivery report with code %j and text %j', (reason, code, words) => {
  expect(reasonOfReport(code, words)).toBe(reason);
});

it('reports a broken channel for codes of the access key only', () => {
  expect([2, 1001].every(isChannelBroken)).toBe(true);
  expect([9, 20, 25].some(isChannelBroken)).toBe(false);
});
