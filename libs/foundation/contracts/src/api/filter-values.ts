/** The bounds of a value, from which the rules of requests derive. */
export type FilterInput =
  | { type: 'text'; max: number }
  | { type: 'boolean' }
  | { type: 'ids' }
  | { type: 'choices'; choices: readonly string[] };

/** The type of a filter's value in queries: `parse` reads the value from text, and `String(value)` writes it. */
export interface FilterValue<Value> {
  input: FilterInput;
  /**
   * @returns undefined for a text that does not filter. Lists are sorted without duplicates, so that equal filters
   * have equal values.
   */
  parse(text: string): Value | undefined;
}

export function textOf(max: number): FilterValue<string> {
  return { input: { type: 'text', max }, parse: (text) => text.trim().slice(0, max) || undefined };
}

export const yesOrNo: FilterValue<boolean> = {
  input: { type: 'boolean' },
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
};

export const anyOfIds: FilterValue<string[]> = {
  input: { type: 'ids' },
  parse: (text) => unlessEmpty([...new Set(text.split(',').filter(isUuid))].sort()),
};

export function anyOf<Choice extends string>(choices: readonly Choice[]): FilterValue<Choice[]> {
  return {
    input: { type: 'choices', choices },
    parse: (text) => unlessEmpty(choices.filter((choice) => text.split(',').includes(choice))),
  };
}

function unlessEmpty<T>(values: T[]): T[] | undefined {
  return values.length > 0 ? values : undefined;
}

function isUuid(text: string): boolean {
  return /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/.test(text);
}
