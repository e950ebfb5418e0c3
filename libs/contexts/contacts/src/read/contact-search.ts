import { foldAccents } from '@parley/contracts/rules/normalized-text';
import { searchTextOf } from '@parley/contracts/api/keyword';
import type { ContactRow } from './contacts.rows';

type Named = Pick<ContactRow, 'name' | 'phone' | 'email' | 'username' | 'company' | 'reference'>;

/** The text that a keyword is searched in: a line for each field, without case and accents. */
export function contactSearchText({ company, reference, ...contact }: Named): string {
  const beside = [company, reference].filter(Boolean).map((field) => foldAccents(field!));
  return [searchTextOf(contact), ...beside].filter(Boolean).join('\n');
}

/**
 * The key by which a list sorts a contact: the name, or the address shown in its place. Contacts without either come
 * last.
 */
export function sortNameOf({ name, username, email, phone }: Named): string {
  return foldAccents(name ?? username ?? email ?? phone ?? '\u{10FFFF}');
}
