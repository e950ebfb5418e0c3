import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import { contactFieldOf } from '@parley/contracts/events';

/**
 * A phone as it is kept. One that is written as people of a country write it, `06 12345678` in NL, gets that country's
 * code; what is no number there stays as it is, for the rule of phones to refuse.
 * @param country two letters of ISO 3166; null: only numbers with + or 00 are understood
 */
export function phoneOf(text: string, country: string | null | undefined): string | null {
  const kept = contactFieldOf('phone', text);
  if (!kept || kept.startsWith('+') || !country) return kept;
  const parsed = parsePhoneNumberFromString(text, country as CountryCode);
  return parsed?.isPossible() ? parsed.number : kept;
}
