/** What a variable stands for; null where it is not known. */
export interface VariableValues {
  'contact.name': string | null;
  'contact.phone': string | null;
  'contact.email': string | null;
  'agent.name': string | null;
}

export const variableNames = [
  'contact.name',
  'contact.phone',
  'contact.email',
  'agent.name',
] as const satisfies (keyof VariableValues)[];

/** `{{contact.name}}`: the numbered ones of templates are none. */
const variable = /\{\{\s*([a-z][\w.-]*)\s*\}\}/gi;

/** A text with what is known filled in. What is not known stays as it is written, for its writer to see. */
export function fillVariables(text: string, values: VariableValues): string {
  return text.replace(variable, (written, name: string) => {
    const known = variableNames.find((candidate) => candidate === name.toLowerCase());
    return (known && values[known]) || written;
  });
}

/** The variables that a text still has, as they are written: a contact would read them so. */
export function unresolvedVariables(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([written]) => written))];
}
