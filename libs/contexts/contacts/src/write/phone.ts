import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import { contactFieldOf } from '@parley/contracts/events';

/**
 * Normalises a phone number. A national number such as `06 12345678` in NL gets the country's calling code; text that
 * is no number there is returned unchanged, and the rule of phone numbers then refuses it.
 * @param country two letters of ISO 3166; null accepts only numbers with + or 00
 * @returns null for an empty text
 */
export function phoneOf(text: string, country: string | null | undefined): string | null {
  const kept = contactFieldOf('phone', text);
  if (!kept || kept.startsWith('+') || !country) return kept;
  const parsed = parsePhoneNumberFromString(text, country as CountryCode);
  return parsed?.isPossible() ? parsed.number : kept;
}
