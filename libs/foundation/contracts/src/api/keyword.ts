import { foldAccents } from '../rules/normalized-text';

/** What a keyword may find somebody by. */
export interface Searched {
  name: string | null;
  username: string | null;
  email: string | null;
  phone: string | null;
}

/** What a contact is found by: a line for each field, without case and accents; the phone by its digits, too. */
export function searchTextOf({ name, username, email, phone }: Searched): string {
  return [name, username, email, phone, phone?.replace(/\D/g, '')]
    .filter(Boolean)
    .map((field) => foldAccents(field!))
    .join('\n');
}

/** What must all occur in a contact's text. A phone number may be typed with a prefix and with spaces. */
export function keywordTerms(keyword: string): string[] {
  const text = foldAccents(keyword).trim();
  if (/^\+?[\d\s()./-]+$/.test(text) && /\d/.test(text)) {
    const digits = text.replace(/\D/g, '');
    // Nobody types zeros before a whole number as its channel knows it.
    return [digits.length < 7 ? digits : digits.replace(/^0+/, '')];
  }
  return text.split(/\s+/).filter(Boolean);
}
