import type { UserSettingName } from '@parley/contracts/events/user.events';
import { isQuietAt } from '@parley/contracts/rules/quiet-hours';
import { localTime } from './local-time';

/** The value of a user's setting, or its default. */
export type Settings = (name: UserSettingName) => string;

/** Whether the quiet hours of its user keep pushes from a device. @param now ISO 8601 */
export function isQuiet({ timeZone }: { timeZone: string }, settings: Settings, now: string): boolean {
  const hours = {
    isOn: settings('quietHours') === '1',
    from: settings('quietFrom'),
    until: settings('quietUntil'),
  };
  return isQuietAt(hours, localTime(timeZone, now));
}
