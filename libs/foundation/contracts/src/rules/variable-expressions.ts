import { contactVariables, variableNames, type VariableValues } from './variables';

/** The contact and agent whose data fill the variables of a text. */
export interface VariableSource {
  contact: { name: string; phone: string | null; email: string | null };
  /** Values by the names of attributes, such as `Order number`. */
  attributes?: Readonly<Record<string, string>>;
  agentName?: string | null;
}

/** `{{contact.name}}`, `{{attribute.Order number}}`, or with a fallback `{{contact.name|there}}`. */
const expression = /\{\{\s*([a-z][^{}|]*)(?:\|([^{}]*))?\}\}/gi;

export interface FilledText {
  text: string;
  /** The variables without a value and fallback, in their original spelling; they stay in the text. */
  missing: string[];
}

/**
 * Fills a text with fields and custom attributes of a contact. A variable without a value gets its fallback. Names of
 * fields and of
 * attributes are case-insensitive.
 */
export function fillExpressions(text: string, source: VariableSource): FilledText {
  const missing: string[] = [];
  const filled = text.replace(expression, (written, name: string, fallback?: string) => {
    const value = valueOf(name.trim(), source) || fallback?.trim();
    if (value) return value;
    missing.push(written);
    return written;
  });
  return { text: filled, missing: [...new Set(missing)] };
}

function valueOf(
  name: string,
  { contact, attributes = {}, agentName = null }: VariableSource,
): string | null {
  const key = name.toLowerCase();
  const values: VariableValues = { ...contactVariables(contact), 'agent.name': agentName };
  const field = variableNames.find((known) => known === key);
  if (field) return values[field];
  if (!key.startsWith('attribute.')) return null;
  const wanted = key.slice('attribute.'.length);
  const attribute = Object.entries(attributes).find(([known]) => known.toLowerCase() === wanted);
  return attribute?.[1].trim() || null;
}
