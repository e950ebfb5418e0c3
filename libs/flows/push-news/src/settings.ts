import { withDefaults } from '@parley/access/domain/user-settings';
import type { Settings } from '@parley/push/domain/quiet-device';

/**
 * Returns a function that reads a user's settings by name.
 * @param chosen settings that the user changed; all others have their defaults
 */
export function settingsOf(chosen: Parameters<typeof withDefaults>[0]): Settings {
  const all = new Map(withDefaults(chosen).map(({ name, value }) => [name, value]));
  return (name) => all.get(name) ?? '';
}
