import { text } from '../json';

/** Reads a parameter by its lower-case name: MessageBird repeats some parameters in another case. */
export type Fields = (name: string) => string | undefined;

/** If a parameter is repeated, its first non-empty value counts. */
export function fieldsOf(given: URLSearchParams): Fields {
  const fields = new Map<string, string>();
  for (const [name, value] of given) {
    const key = name.toLowerCase();
    if (value !== '' && !fields.has(key)) fields.set(key, value);
  }
  return (name) => text(fields.get(name));
}
