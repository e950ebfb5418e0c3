import { normalizeText } from './normalized-text';

/** What a variable stands for; null where it is not known. */
export interface VariableValues {
  'contact.name': string | null;
  'contact.phone': string | null;
  'contact.email': string | null;
  'agent.name': string | null;
  /** Values of custom attributes, by `attributeVariable`. */
  [attribute: `${typeof ATTRIBUTE}${string}`]: string | null;
}

const ATTRIBUTE = 'contact.attribute.';

/** The variable of a custom attribute: `contact.attribute.renewal-date` of "Renewal date". */
export function attributeVariable(name: string): `${typeof ATTRIBUTE}${string}` {
  const word = normalizeText(name, 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${ATTRIBUTE}${word}`;
}

export const variableNames = ['contact.name', 'contact.phone', 'contact.email', 'agent.name'] as const;

/** The variables of a text that Parley sends by itself: no agent writes it. */
export const automaticVariableNames = ['contact.name', 'contact.phone', 'contact.email'] as const;

/** `{{contact.name}}`: the numbered ones of templates are none. */
const variable = /\{\{\s*([a-z][\w.-]*)\s*\}\}/gi;

/** A text with what is known filled in. What is not known stays as it is written, for its writer to see. */
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

/** The variables that a text still has, as they are written: a contact would read them so. */
export function unresolvedVariables(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([written]) => written))];
}

/** The variables of an automatic text that Parley cannot fill in, as they are written. */
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
 * An automatic text as the contact reads it. A variable without a value is left out together with the blanks before it,
 * or with the punctuation after it where it begins a line: nobody could fill it in by hand.
 */
export function fillAutomaticText(text: string, values: VariableValues): string {
  return fillVariables(text, values)
    .replace(/^[ \t]*\{\{\s*[a-z][\w.-]*\s*\}\}[,;:.!]?[ \t]*/gim, '')
    .replace(/(?<![ \t])[ \t]*\{\{\s*[a-z][\w.-]*\s*\}\}/gi, '')
    .trim();
}

/** What the variables say of a contact. A contact without a name is not called by a number. */
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
