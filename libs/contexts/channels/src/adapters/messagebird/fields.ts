import { text } from '../json';

/** Parameters by their names in lower case: MessageBird repeats some in another case. */
export type Fields = (name: string) => string | undefined;

/** The first of the parameters of a name that says something stands for it. */
export function fieldsOf(given: URLSearchParams): Fields {
  const fields = new Map<string, string>();
  for (const [name, value] of given) {
    const key = name.toLowerCase();
    if (value !== '' && !fields.has(key)) fields.set(key, value);
  }
  return (name) => text(fields.get(name));
}
