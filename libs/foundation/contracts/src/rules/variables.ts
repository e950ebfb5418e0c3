import { normalizeText } from './normalized-text';

/** Values of the variables; null if unknown. */
export interface VariableValues {
  'contact.name': string | null;
  'contact.phone': string | null;
  'contact.email': string | null;
  'agent.name': string | null;
  /** Values of custom attributes; `attributeVariable` makes the keys. */
  [attribute: `${typeof ATTRIBUTE}${string}`]: string | null;
}

const ATTRIBUTE = 'contact.attribute.';

/** Name of a custom attribute's variable: `contact.attribute.renewal-date` for "Renewal date". */
export function attributeVariable(name: string): `${typeof ATTRIBUTE}${string}` {
  const word = normalizeText(name, 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${ATTRIBUTE}${word}`;
}

export const variableNames = ['contact.name', 'contact.phone', 'contact.email', 'agent.name'] as const;

/** Variables of texts that Parley sends automatically; without `agent.name`, because no agent writes them. */
export const automaticVariableNames = ['contact.name', 'contact.phone', 'contact.email'] as const;

/** Matches `{{contact.name}}`, but not numbered variables of templates. */
const variable = /\{\{\s*([a-z][\w.-]*)\s*\}\}/gi;

/** Fills in the known variables. Unknown variables stay unchanged, so that the writer sees them. */
export function fillVariables(text: string, values: VariableValues): string {
  return text.replace(variable, (written, name: string) => {
    const asked = name.toLowerCase();
    const known = variableNames.find((candidate) => candidate === asked);
    const value = known
      ? values[known]
      : asked.startsWith(ATTRIBUTE) && values[asked as `${typeof ATTRIBUTE}${string}`];
    return value || written;
  });
}

/** The variables that a text still contains, in their original spelling, as a contact would read them. */
export function unresolvedVariables(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([written]) => written))];
}

/** The variables of an automatic text that Parley cannot fill in, in their original spelling. */
export function unknownAutomaticVariables(text: string): string[] {
  return [
    ...new Set(
      [...text.matchAll(variable)].flatMap(([written, name = '']) =>
        automaticVariableNames.some((known) => known === name.toLowerCase()) ? [] : [written],
      ),
    ),
  ];
}

/**
 * An automatic text as the contact reads it. A variable without a value is removed with the spaces before it, or, at
 * the beginning of
 * a line, with the punctuation after it, because no user can correct the text before it is sent.
 */
export function fillAutomaticText(text: string, values: VariableValues): string {
  return fillVariables(text, values)
    .replace(/^[ \t]*\{\{\s*[a-z][\w.-]*\s*\}\}[,;:.!]?[ \t]*/gim, '')
    .replace(/(?<![ \t])[ \t]*\{\{\s*[a-z][\w.-]*\s*\}\}/gi, '')
    .trim();
}

/**
 * Values of the contact's variables. A phone number or e-mail address that serves as the shown name is not used as a
 * name.
 */
export function contactVariables({
  name,
  phone,
  email,
}: {
  name: string;
  phone: string | null;
  email: string | null;
}): Omit<VariableValues, 'agent.name'> {
  return {
    'contact.name': name === '' || name === phone || name === email ? null : name,
    'contact.phone': phone,
    'contact.email': email,
  };
}
