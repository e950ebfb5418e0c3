const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const POSITION = /^\d{20}$/;
const KEYS = ['encryptionKey', 'decryptionKey'];

/** Turns a response into an example: shortened, with stable ids and times. */
export function exampleFrom(answer: unknown): unknown {
  const ids = new Map<string, string>();
  const idFor = (id: string) => {
    const known = ids.get(id) ?? `0c0ffee0-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  const walk = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.slice(0, 2).map((each) => walk(each));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, walk(part, key)]));
    }
    if (typeof value !== 'string') return value;
    if (KEYS.includes(name)) return 'base64url';
    if (MOMENT.test(value)) return '2026-11-23T10:00:00.000Z';
    if (POSITION.test(value)) return '00000000000000000042';
    return value.replace(UUID, (id) => idFor(id));
  };
  return walk(answer);
}

/** Dotted paths of all fields of a response; for a list, those of its first item. */
export function shapeOf(answer: unknown, at = ''): string[] {
  if (Array.isArray(answer)) return answer.length > 0 ? shapeOf(answer[0], `${at}[]`) : [];
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([name, part]) => [
    `${at}.${name}`,
    ...shapeOf(part, `${at}.${name}`),
  ]);
}
