import type { TemplateContent } from '@parley/contracts/events/template-content';
import { isMedia, slotsOf } from '@parley/contracts/rules/template-filling';
import { fillExpressions, type VariableSource } from '@parley/contracts/rules/variable-expressions';

/** Common names of template variables, with the field of the contact or agent that each means. */
const meanings: [RegExp, string][] = [
  [/^(contact|customer|client|first|full|user)?_?name$|^(nombre|naam|voornaam)$/, 'contact.name'],
  [/^(contact_|customer_)?(phone|phone_number|telefono|telefoon)$/, 'contact.phone'],
  [/^(contact_|customer_)?e?_?mail$|^(correo)$/, 'contact.email'],
  [/^agent(_name)?$|^(agente|medewerker)$/, 'agent.name'],
];

/** A greeting at the start of a line that is followed by the first variable, which is then the contact's name. */
const greeting =
  /^[ \t]*(hi|hello|hey|dear|hola|estimad[oa]|querid[oa]|hallo|hoi|beste|geachte)\s+\{\{\s*1\s*\}\}/im;

/**
 * Suggested values for the variables of a template by slot key: placeholders for fields of the contact or the agent.
 * Slots without a suggestion are omitted.
 */
export function suggestedValues(content: TemplateContent, to: VariableSource): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { key, kind, name } of slotsOf(content)) {
    if (kind !== 'text' || key.includes('button')) continue;
    const meaning = meanings.find(([names]) => names.test(name))?.[1];
    const field = meaning ?? (key === 'body.1' && greeting.test(content.body) ? 'contact.name' : null);
    if (!field) continue;
    const { text, missing } = fillExpressions(`{{${field}}}`, to);
    if (missing.length === 0) values[key] = text;
  }
  return values;
}

/**
 * Assigns values to the variables of a template in their order.
 * @returns the values by slot key
 */
export function valuesInOrder(content: TemplateContent, given: string[]): Record<string, string> {
  const slots = slotsOf(content).filter(({ kind }) => !isMedia(kind));
  return Object.fromEntries(slots.slice(0, given.length).map(({ key }, index) => [key, given[index]!]));
}
