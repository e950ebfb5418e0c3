import { recipientsOf } from './recipient-status';

const mail = {
  to: [{ address: 'Eva@example.org' }],
  cc: [{ address: 'bo@example.org' }],
  bcc: [{ address: 'cy@example.org' }, { address: 'bo@example.org' }],
};
const told = (...args: Parameters<typeof recipientsOf>) =>
  recipientsOf(...args).map(({ field, address, outcome }) => [field, address, outcome].join(' '));

test('distinguishes recipients that the mail server accepted, refused, could not reach, or is still trying', () => {
  const refused = { address: 'bo@example.org', reason: 'unreachable', detail: 'No such user' } as const;
  const delayed = { address: 'eva@example.org', outcome: 'delayed', reason: 'waiting' } as const;
  expect(told({ ...mail, notReached: [refused], reported: [delayed] }, 'sent')).toEqual([
    'to Eva@example.org delayed',
    'cc bo@example.org failed',
    'bcc cy@example.org accepted',
  ]);
});

test('lists a failure without an address separately, and lists no recipients before the e-mail is sent', () => {
  const failed = { address: '', outcome: 'failed', reason: 'unreachable' } as const;
  expect(told({ ...mail, reported: [failed] }, 'sent').at(-1)).toBe('to  failed');
  expect(told(mail, 'pending')).toEqual([]);
});
