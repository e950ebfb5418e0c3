import type { Platform } from './channel.events';
import { MOST_SMS_PARTS, smsText } from './sms';

const textLimits: Partial<Record<Platform, number>> = {
  whatsapp: 4096,
  test: 4096,
  telegram: 4096,
  sms: 1530,
  messenger: 20_000,
  direct_messages: 10_000,
};

/** What an outgoing text may have on a platform (spec, section 5), in the unit that the platform counts in. */
export function textLimit(platform: Platform): number {
  return textLimits[platform] ?? 1000;
}

export interface Measured {
  /** Septets or 16-bit units on SMS, bytes on Instagram, UTF-16 units elsewhere. */
  length: number;
  limit: number;
  /** By how much it is too long: 0 where it may be sent. */
  over: number;
}

/** How long a text is on a platform, and how long it may be. Screen and server count the same. */
export function measureText(platform: Platform, text: string): Measured {
  if (platform === 'sms') {
    const { encoding, length, parts } = smsText(text);
    const limit = encoding === 'gsm-7' ? textLimit('sms') : 67 * MOST_SMS_PARTS;
    // What may not be parted can fill the parts before the text is as long as they are.
    return { length, limit, over: parts > MOST_SMS_PARTS ? Math.max(1, length - limit) : 0 };
  }
  const length = platform === 'instagram' ? new TextEncoder().encode(text).length : text.length;
  const limit = textLimit(platform);
  return { length, limit, over: Math.max(0, length - limit) };
}

export function isTooLong(platform: Platform, text: string): boolean {
  return measureText(platform, text).over > 0;
}
