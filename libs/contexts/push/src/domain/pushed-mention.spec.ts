import type { UserSettingName } from '@parley/contracts/events/user.events';
import { isMentionPushed, mentionTitle } from './pushed-mention';

const settings =
  (chosen: Partial<Record<UserSettingName, string>>) =>
  (name: UserSettingName): string =>
    chosen[name] ?? '';
const device = { timeZone: 'Europe/Amsterdam' };
const noon = '2026-01-05T11:00:00.000Z';

test.each([
  ['a user who chose pushes of mentions gets one', { pushNotifyMention: '1' }, true],
  ['a user who chose none gets none', {}, false],
  [
    'a device gets none within quiet hours',
    { pushNotifyMention: '1', quietHours: '1', quietFrom: '11:00', quietUntil: '13:00' },
    false,
  ],
] as const)('%s', (_, chosen, isPushed) => {
  expect(isMentionPushed('notifyMention', device, settings(chosen), noon)).toBe(isPushed);
});

test('the title is the name of the contact only if the user lets pushes show text', () => {
  expect(mentionTitle(settings({ pushShowsText: '1' }), 'Mia')).toBe('Mia');
  expect(mentionTitle(settings({}), 'Mia')).toBeNull();
  expect(mentionTitle(settings({ pushShowsText: '1' }), '')).toBeNull();
});
