import type { BroadcastValue } from '@parley/contracts/events';
import type { TemplateContent } from '@parley/contracts/events/template-content';
import { isMedia, slotsOf } from '@parley/contracts/rules/template-filling';
import { fillExpressions, type VariableSource } from '@parley/contracts/rules/variable-expressions';

/** The data of a contact that a template's variables can contain. */
export interface FillingSource {
  name: string | null;
  phone: string | null;
  email: string | null;
  /** Values of custom attributes, by attribute id. */
  attributes: Readonly<Record<string, string>>;
}

/**
 * Fills a template's slots, except those for files, for one contact.
 * @param names names of custom attributes, by id
 * @param addresses slots that contain a whole web address: the contact's values are URL-encoded in them
 * @returns the values of the slots, and the variables that have neither a value nor a fallback, as they are written
 * in the template
 */
export function fillTemplate(
  content: TemplateContent,
  written: BroadcastValue[],
  { name, phone, email, attributes }: FillingSource,
  names: ReadonlyMap<string, string>,
  addresses: ReadonlyMap<string, unknown> = new Map(),
): { values: Record<string, string>; missing: string[] } {
  const byName = Object.fromEntries(
    Object.entries(attributes).flatMap(([id, value]) => {
      const known = names.get(id);
      return known === undefined ? [] : [[known, value]];
    }),
  );
  const source = { contact: { name: name ?? '', phone, email }, attributes: byName };
  const escaped = addresses.size > 0 ? escapedOf(source) : source;
  const bySlot = new Map(written.map(({ slot, text }) => [slot, text]));
  const values: Record<string, string> = {};
  const missing = new Set<string>();
  for (const { key, kind } of slotsOf(content)) {
    if (isMedia(kind)) continue;
    const filled = fillExpressions(bySlot.get(key) ?? '', addresses.has(key) ? escaped : source);
    for (const variable of filled.missing) missing.add(variable);
    // Providers refuse line breaks and more than four spaces in a row within a value.
    values[key] = filled.text
      .replace(/\s+/g, (blanks) => (/[\n\r\t]/.test(blanks) ? ' ' : blanks))
      .replace(/ {5,}/g, '    ');
    if (values[key].trim() === '' && !missing.size) missing.add(key);
  }
  return { values, missing: [...missing] };
}

/** A contact's data, URL-encoded for use within an address. */
function escapedOf({ contact: { name, phone, email }, attributes = {} }: VariableSource): VariableSource {
  const escape = (value: string | null) => value && encodeURIComponent(value);
  return {
    contact: { name: encodeURIComponent(name), phone: escape(phone), email: escape(email) },
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([known, value]) => [known, encodeURIComponent(value.trim())]),
    ),
  };
}
