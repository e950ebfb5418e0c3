import type { UserSettingName } from '@parley/contracts/events/user.events';
import { offeredAt, stoppedAt } from './tours';

const settings =
  (chosen: Partial<Record<UserSettingName, string>> = {}) =>
  (name: UserSettingName) =>
    chosen[name] ?? 'new';

test.each([
  ['/messaging-inbox', {}, 'inbox'],
  ['/messaging-inbox/a', { tourInbox: 'step-3' }, 'inbox'],
  ['/messaging-inbox', { tourInbox: 'done' }, 'menu'],
  ['/messaging-inbox', { tourInbox: 'skipped' }, null],
  ['/messaging-inbox', { tourInbox: 'done', tourMenu: 'skipped' }, null],
  ['/settings', {}, 'settings'],
  ['/settings/account', { tourSettings: 'done' }, null],
  ['/settings/users', {}, null],
  ['/team-chat', {}, null],
])('offers at %s with settings %j the tour %p', (path, chosen, tour) => {
  expect(offeredAt(path, settings(chosen))).toBe(tour);
});

test('a tour continues at the step where the user stopped', () => {
  expect(['new', 'step-3', 'skipped', 'done', ''].map(stoppedAt)).toEqual([0, 2, 0, 0, 0]);
});
