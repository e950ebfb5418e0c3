import { foldAccents } from '@parley/contracts/rules/normalized-text';
import { searchTextOf } from '@parley/contracts/api/keyword';
import type { ContactRow } from './contacts.rows';

type Named = Pick<ContactRow, 'name' | 'phone' | 'email' | 'username' | 'company' | 'reference'>;

/** The text in which keywords are searched: one line per field, lower case and without accents. */
export function contactSearchText({ company, reference, ...contact }: Named): string {
  const beside = [company, reference].filter(Boolean).map((field) => foldAccents(field!));
  return [searchTextOf(contact), ...beside].filter(Boolean).join('\n');
}

/**
 * The key by which a list sorts a contact: the name, or else the username or address that is shown in its place. A
 * contact with none of these comes last.
 */
export function sortNameOf({ name, username, email, phone }: Named): string {
  return foldAccents(name ?? username ?? email ?? phone ?? '\u{10FFFF}');
}
