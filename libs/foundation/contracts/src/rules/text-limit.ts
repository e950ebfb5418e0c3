import { rulesOf, type Medium } from '../channels/offers';
import { MAX_SMS_PARTS, smsText } from './sms';

export type { Medium };

export interface Measured {
  /** In septets or 16-bit units for SMS, in bytes for Instagram, in UTF-16 units for all others. */
  length: number;
  limit: number;
  /** Units beyond the limit; 0 if the text can be sent. */
  over: number;
}

/** Length and maximum length of a text on a medium. Client and server use the same function. */
export function measureText(medium: Medium, text: string): Measured {
  const { most, unit } = rulesOf(medium).limits.text;
  if (unit === 'sms') {
    const { encoding, length, parts } = smsText(text);
    const limit = encoding === 'gsm-7' ? most : 67 * MAX_SMS_PARTS;
    // Characters of two units leave gaps at part breaks, so a text can need too many parts although it is not longer
    // than the limit.
    return { length, limit, over: parts > MAX_SMS_PARTS ? Math.max(1, length - limit) : 0 };
  }
  const length = unit === 'utf-8' ? new TextEncoder().encode(text).length : text.length;
  return { length, limit: most, over: Math.max(0, length - most) };
}

export function isTooLong(medium: Medium, text: string): boolean {
  return measureText(medium, text).over > 0;
}
