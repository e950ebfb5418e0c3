import type { PermissionsResponse } from '@parley/contracts/api/access';
import { isQuietAt } from '@parley/contracts/rules/quiet-hours';
import { settingOf } from './me';

/** Whether the user's quiet hours apply now, by this device's clock. */
export function isQuietNow(me: PermissionsResponse, now = new Date()): boolean {
  const [isOn, from, until] = (['quietHours', 'quietFrom', 'quietUntil'] as const).map((name) =>
    settingOf(me, name),
  ) as [string, string, string];
  const time = [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  return isQuietAt({ isOn: isOn === '1', from, until }, time);
}
