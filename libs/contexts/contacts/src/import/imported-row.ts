import { IMPORT_CELL_LENGTH, optInOf, type ImportSettings } from '@parley/contracts/api/contact-imports';
import {
  attributeValueOf,
  brokenContactRule,
  contactFieldOf,
  METADATA_VALUE_LENGTH,
  type ContactAttributeContent,
  type ContactField,
} from '@parley/contracts/events';
import { isPlainText } from '@parley/contracts/rules/plain-text';
import { withoutApostrophe } from '@parley/platform/csv/csv-line';
import { phoneOf } from '../write/phone';

/** The data of a contact in a row, without empty cells. */
export interface ImportedContact {
  details: Partial<Record<ContactField, string>>;
  metadata: { name: string; value: string }[];
  attributes: { attributeId: string; value: string }[];
  /** Null if the cell is empty or no column is mapped to the opt-in. */
  optIn: boolean | null;
}

/** The organisation's custom attributes, by the attribute's id. */
export type KnownAttributes = ReadonlyMap<string, Pick<ContactAttributeContent, 'kind' | 'choices'>>;

/** Ids of the custom attributes to which columns are mapped. */
export function attributesIn(columns: ImportSettings['columns']): string[] {
  return columns.flatMap((column) => (column?.to === 'attribute' ? [column.attributeId] : []));
}

/**
 * The code of the reason why a row is not imported, with the index of the column at fault; null if no single column
 * is.
 */
export interface RowRejection {
  code: string;
  column: number | null;
}

/**
 * Reads a row by the settings of its import (specification, section 5).
 * @param width number of columns of the header
 */
export function importedRow(
  cells: readonly string[],
  { columns, country }: Pick<ImportSettings, 'columns' | 'country'>,
  width: number,
  attributes: KnownAttributes = new Map(),
): ImportedContact | RowRejection {
  if (cells.length !== width) return { code: 'row_ragged', column: null };
  const contact: ImportedContact = { details: {}, metadata: [], attributes: [], optIn: null };
  for (const [index, column] of columns.entries()) {
    if (!column) continue;
    const reject = (code: string): RowRejection => ({ code, column: index });
    const cell = withoutApostrophe((cells[index] ?? '').trim());
    if (cell === '') continue;
    if (cell.includes('\ufffd')) return reject('row_encoding');
    if (cell.length > IMPORT_CELL_LENGTH) return reject('row_length');
    if (!isPlainText(cell, true)) return reject('row_characters');
    if (column.to === 'metadata') {
      if (cell.length > METADATA_VALUE_LENGTH) return reject('row_length');
      contact.metadata.push({ name: column.name, value: cell });
      continue;
    }
    if (column.to === 'optIn') {
      contact.optIn = optInOf(cell);
      if (contact.optIn === null) return reject('row_opt_in');
      continue;
    }
    if (column.to === 'attribute') {
      const attribute = attributes.get(column.attributeId);
      // Skips the column, because its attribute was deleted since the columns were mapped.
      if (!attribute) continue;
      const value = attributeValueOf(attribute, cell);
      if (value === null) return reject('row_attribute');
      contact.attributes.push({ attributeId: column.attributeId, value });
      continue;
    }
    const { field } = column;
    const value = field === 'phone' ? phoneOf(cell, country) : contactFieldOf(field, tidied(field, cell));
    if (value === null) continue;
    const rule = brokenContactRule(field, value);
    if (rule) return reject(`row_${rule}`);
    contact.details[field] = value;
  }
  if (!contact.details.phone && !contact.details.email) {
    const column = columns.findIndex((one) => one?.to === 'field' && ['phone', 'email'].includes(one.field));
    return { code: 'row_no_address', column: column < 0 ? null : column };
  }
  return contact;
}

function tidied(field: ContactField, cell: string): string {
  if (field === 'country') return cell.toUpperCase();
  return cell.replace(/\s+/g, ' ');
}
