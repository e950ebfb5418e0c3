import { contactVariables, variableNames, type VariableValues } from './variables';

/** Who a text is filled in for. */
export interface VariableSource {
  contact: { name: string; phone: string | null; email: string | null };
  /** By their names: `Order number`. */
  attributes?: Readonly<Record<string, string>>;
  agentName?: string | null;
}

/** `{{contact.name}}`, `{{attribute.Order number}}`, and with what to say instead `{{contact.name|there}}`. */
const expression = /\{\{\s*([a-z][^{}|]*)(?:\|([^{}]*))?\}\}/gi;

export interface FilledText {
  text: string;
  /** The variables without a value and without a fallback, as they are written; they stay in the text. */
  missing: string[];
}

/**
 * A text with the fields and custom attributes of a contact in it. A variable without a value takes its fallback. Names
 * of fields are the same in any case; those of attributes are as they were given, in any case.
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
