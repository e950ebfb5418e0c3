import { rulesOf, type Medium } from '../channels/offers';
import { MOST_SMS_PARTS, smsText } from './sms';

export type { Medium };

export interface Measured {
  /** Septets or 16-bit units on SMS, bytes on Instagram, UTF-16 units elsewhere. */
  length: number;
  limit: number;
  /** By how much it is too long: 0 where it may be sent. */
  over: number;
}

/** How long a text is on a medium, and how long it may be. Screen and server count the same. */
export function measureText(medium: Medium, text: string): Measured {
  const { most, unit } = rulesOf(medium).limits.text;
  if (unit === 'sms') {
    const { encoding, length, parts } = smsText(text);
    const limit = encoding === 'gsm-7' ? most : 67 * MOST_SMS_PARTS;
    // What may not be parted can fill the parts before the text is as long as they are.
    return { length, limit, over: parts > MOST_SMS_PARTS ? Math.max(1, length - limit) : 0 };
  }
  const length = unit === 'utf-8' ? new TextEncoder().encode(text).length : text.length;
  return { length, limit: most, over: Math.max(0, length - most) };
}

export function isTooLong(medium: Medium, text: string): boolean {
  return measureText(medium, text).over > 0;
}
