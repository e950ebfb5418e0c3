import { hasNewerReply, isAssignedToOther, isCareWindowOpen } from './send-context';

const wroteAt = '2026-05-01T09:00:00.000Z';

test.each<[string, string | null, number, string, boolean]>([
  ['of 24 hours is open 24 hours after the last message', wroteAt, 24, '2026-05-02T09:00:00.000Z', true],
  ['of 24 hours is closed one millisecond later', wroteAt, 24, '2026-05-02T09:00:00.001Z', false],
  ['of 24 hours is closed if the contact never wrote', null, 24, wroteAt, false],
  ['of 0 hours is open if the contact never wrote', null, 0, wroteAt, true],
])('A care window %s', (_case, lastInboundAt, hours, now, isOpen) => {
  expect(isCareWindowOpen(lastInboundAt, hours, now)).toBe(isOpen);
});

const reply = { by: 'tom', position: '0000000007' };

test.each<[string, boolean | undefined, string, string | undefined, boolean]>([
  ['reports a colleague’s reply that the sender had not seen', false, 'mia', '0000000006', true],
  ['ignores a reply that the sender had seen', false, 'mia', '0000000007', false],
  ['ignores the sender’s own reply', false, 'tom', '0000000006', false],
  ['ignores replies if the channel allows two', true, 'mia', '0000000006', false],
  ['ignores replies if the channel has no such setting', undefined, 'mia', '0000000006', false],
  ['ignores replies if the client does not say what was seen', false, 'mia', undefined, false],
])('hasNewerReply %s', (_case, doubleReply, userId, seenUpTo, expected) => {
  expect(hasNewerReply({ doubleReply }, reply, { userId, seenUpTo })).toBe(expected);
  expect(hasNewerReply({ doubleReply }, null, { userId, seenUpTo })).toBe(false);
});

test('isAssignedToOther is true only with mandatory assign and another assignee, or none', () => {
  expect(isAssignedToOther({ mandatoryAssign: true }, 'tom', 'mia')).toBe(true);
  expect(isAssignedToOther({ mandatoryAssign: true }, null, 'mia')).toBe(true);
  expect(isAssignedToOther({ mandatoryAssign: true }, 'mia', 'mia')).toBe(false);
  expect(isAssignedToOther({ mandatoryAssign: false }, 'tom', 'mia')).toBe(false);
});
