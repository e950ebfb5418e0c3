import { withDefaults } from '@parley/access/domain/user-settings';
import type { Settings } from '@parley/push/domain/quiet-device';

/** @param chosen what a user chose; of the rest the defaults hold */
export function settingsOf(chosen: Parameters<typeof withDefaults>[0]): Settings {
  const all = new Map(withDefaults(chosen).map(({ name, value }) => [name, value]));
  return (name) => all.get(name) ?? '';
}
