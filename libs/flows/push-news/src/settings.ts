import { withDefaults } from '@parley/access/domain/user-settings';
import { isQuietAt } from '@parley/contracts/rules/quiet-hours';
import type { UserSettingName } from '@parley/contracts/events/user.events';
import { localTime } from '@parley/push/domain/local-time';
import type { Listener } from '@parley/push/push-devices';

export type Settings = (name: UserSettingName) => string;

/** @param chosen what a user chose; of the rest the defaults hold */
export function settingsOf(chosen: Parameters<typeof withDefaults>[0]): Settings {
  const all = new Map(withDefaults(chosen).map(({ name, value }) => [name, value]));
  return (name) => all.get(name) ?? '';
}

/** Whether nothing is pushed to a device just now. */
export function isQuiet({ timeZone }: Listener, settings: Settings, now: string): boolean {
  const hours = {
    isOn: settings('quietHours') === '1',
    from: settings('quietFrom'),
    until: settings('quietUntil'),
  };
  return isQuietAt(hours, localTime(timeZone, now));
}
