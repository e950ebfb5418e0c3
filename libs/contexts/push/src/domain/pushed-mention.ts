import { pushOf, type NotificationName } from '@parley/contracts/events/user.events';
import { isQuiet, type Settings } from './quiet-device';

/**
 * Whether a device gets a mention, or the news that a scheduled message was not sent: if its user chose this kind of push,
 * outside of quiet hours. @param now ISO 8601
 */
export function isMentionPushed(
  name: NotificationName,
  device: { timeZone: string },
  settings: Settings,
  now: string,
): boolean {
  return settings(pushOf(name)) === '1' && !isQuiet(device, settings, now);
}

/** A push of a mention never holds the note. Its title is the contact's name if the user lets pushes show text. */
export function mentionTitle(settings: Settings, contactName: string | null | undefined): string | null {
  return (settings('pushShowsText') === '1' && contactName) || null;
}
