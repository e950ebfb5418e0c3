import { foldAccents } from '../rules/normalized-text';

/** Fields of a contact in which a keyword search looks. */
export interface Searched {
  name: string | null;
  username: string | null;
  email: string | null;
  phone: string | null;
}

/** Search text of a contact: one line per field, in lower case without accents; the phone also as digits only. */
export function searchTextOf({ name, username, email, phone }: Searched): string {
  return [name, username, email, phone, phone?.replace(/\D/g, '')]
    .filter(Boolean)
    .map((field) => foldAccents(field!))
    .join('\n');
}

/**
 * Terms that must all occur in a contact's search text. A phone number may be typed with a prefix and with spaces.
 */
export function keywordTerms(keyword: string): string[] {
  const text = foldAccents(keyword).trim();
  if (/^\+?[\d\s()./-]+$/.test(text) && /\d/.test(text)) {
    const digits = text.replace(/\D/g, '');
    // Drops the leading zeros of a long number, because stored numbers begin with the country code.
    return [digits.length < 7 ? digits : digits.replace(/^0+/, '')];
  }
  return text.split(/\s+/).filter(Boolean);
}
