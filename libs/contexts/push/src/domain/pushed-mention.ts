import { pushOf, type NotificationName } from '@parley/contracts/events/user.events';
import { isQuiet, type Settings } from './quiet-device';

/**
 * Whether a device gets a push of a mention, or of the news that a scheduled message was not sent: only if its user
 * chose this kind of push, and only outside of quiet hours. @param now ISO 8601
 */
export function isMentionPushed(
  name: NotificationName,
  device: { timeZone: string },
  settings: Settings,
  now: string,
): boolean {
  return settings(pushOf(name)) === '1' && !isQuiet(device, settings, now);
}

/**
 * Returns the title of a push of a mention, which never contains the text of the note: the title is the contact's
 * name if the user lets pushes show text.
 */
export function mentionTitle(settings: Settings, contactName: string | null | undefined): string | null {
  return (settings('pushShowsText') === '1' && contactName) || null;
}
