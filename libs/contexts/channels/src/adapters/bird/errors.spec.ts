import type { StatusReason } from '@parley/contracts/events';
import { codeIn, reasonOf } from './errors';

it.each<[StatusReason, number | undefined, string | undefined, number | undefined]>([
  ['message_invalid', 11_001, undefined, undefined],
  ['delivery_failure', 12_002, undefined, undefined],
  ['delivery_failure', 14_001, undefined, undefined],
  ['delivery_failure', 15_001, undefined, undefined],
  ['wrong_number', 15_005, undefined, undefined],
  ['insufficient_credits', 12_000, 'accounting', 1],
  ['wrong_number', 15_000, 'sms-messagebird', 5],
  ['unreachable', 15_000, 'sms-messagebird', 6],
  ['blacklisted', 15_000, 'sms-messagebird', 13],
  ['delivery_failure', 15_000, 'sms-messagebird', 34],
  ['outside_window', 15_000, 'whatsapp', 131_047],
  ['delivery_failure', undefined, undefined, undefined],
])('returns %s for code %j, passed on from %j with code %j', (reason, code, name, from) => {
  expect(reasonOf({ code, source: { name, code: from } })).toBe(reason);
});

it('reads the code from the text of the reason if no field contains it', () => {
  expect(codeIn('details: unknown subscriber; reason: unknown; code: 15005')).toBe(15_005);
  expect([codeIn(''), codeIn(undefined), codeIn('code: none')]).toEqual([undefined, undefined, undefined]);
});
