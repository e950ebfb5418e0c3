import type { BroadcastValue } from '@parley/contracts/events';
import type { TemplateContent } from '@parley/contracts/events/template-content';
import { isMedia, slotsOf } from '@parley/contracts/rules/template-filling';
import { fillExpressions, type VariableSource } from '@parley/contracts/rules/variable-expressions';

/** Of a contact, what variables say. */
export interface FillingSource {
  name: string | null;
  phone: string | null;
  email: string | null;
  /** By the ids of attributes. */
  attributes: Readonly<Record<string, string>>;
}

/**
 * The values of a template's slots for one contact; files are left out.
 * @param names of custom attributes, by id
 * @param addresses slots that hold a whole address of the web: what a record says is a part of it, and no more
 * @returns with the variables for which there is neither a value nor a fallback, as they are written
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
    // What a contact's record holds on several lines goes on one: the provider takes no other.
    values[key] = filled.text
      .replace(/\s+/g, (blanks) => (/[\n\r\t]/.test(blanks) ? ' ' : blanks))
      .replace(/ {5,}/g, '    ');
    if (values[key].trim() === '' && !missing.size) missing.add(key);
  }
  return { values, missing: [...missing] };
}

/** A record as it may stand within an address. */
function escapedOf({ contact: { name, phone, email }, attributes = {} }: VariableSource): VariableSource {
  const escape = (value: string | null) => value && encodeURIComponent(value);
  return {
    contact: { name: encodeURIComponent(name), phone: escape(phone), email: escape(email) },
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([known, value]) => [known, encodeURIComponent(value.trim())]),
    ),
  };
}
