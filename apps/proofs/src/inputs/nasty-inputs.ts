import type { OpenAPIObject } from '@nestjs/swagger';
import type { Random } from '@parley/testing/proof/random';
import { exampleOf, type Schema } from '@parley/server/testing/example-of';

/** One route of the API description. */
export interface Operation {
  method: string;
  /** Path with its parameters, such as `/api/v3/users/{id}`. */
  path: string;
  query: { name: string; schema: Schema }[];
  body: Schema | null;
  /** Statuses that the API description documents for the route. */
  statuses: ReadonlySet<string>;
}

/** A request to send. Its body may be bytes, since not every body is JSON. */
export interface Attack {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

interface Parameter {
  in: string;
  name: string;
  schema?: Schema;
}

/** Every route of the document. */
export function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, unknown>)
      .filter(([method]) => ['get', 'put', 'post', 'patch', 'delete'].includes(method))
      .map(([method, its]) => {
        const {
          parameters = [],
          requestBody,
          responses = {},
        } = its as {
          parameters?: Parameter[];
          responses?: Record<string, unknown>;
          requestBody?: { content?: Record<string, { schema: Schema }> };
        };
        const query = parameters
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema = {} }) => ({ name, schema }));
        const body = requestBody?.content?.['application/json']?.schema ?? null;
        return { method: method.toUpperCase(), path, query, body, statuses: new Set(Object.keys(responses)) };
      }),
  );
}

const nastyTexts = [
  '',
  ' ',
  '\u0000',
  'bad\u0000tag',
  '\ud800',
  'half \udc00 a pair',
  '\u202egpj.exe',
  'a\u0301'.repeat(50),
  '👨‍👩‍👧‍👦'.repeat(30),
  '\n\r\t\u000b\u0007\u009f\u2028',
  "'; drop table x; --",
  '%00',
  '%',
  '\\',
  '_%\\',
  '{{contact.name}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e400',
  '99999999999999999999',
  '9'.repeat(20),
  '2026-W21-2',
  '0000-00-00',
  '+275760-09-13T00:00:00Z',
  '2026-02-31',
  'Europe/Nowhere',
  'a@b',
  'x'.repeat(300),
  'x'.repeat(5_000),
  '🐈'.repeat(20_001),
  'a'.repeat(60_000),
  '(a+)+$',
  // Each of these texts once took seconds, or resembles a text that did.
  `a${'\u0301\u0323'.repeat(10_000)}`,
  `a${'\uff9e\u0323'.repeat(10_000)}`,
  `{{${' '.repeat(20_000)}`,
  `{{a${' '.repeat(20_000)}`,
  '(?:x{0,1000})'.repeat(35),
  `http://${'\u0301\u0323'.repeat(10_000)}.example/`,
  '/'.repeat(30_000) + 'x',
  ' '.repeat(30_000) + 'x',
  '<'.repeat(30_000),
  '.'.repeat(30_000) + 'x',
  `${'a.'.repeat(15_000)}@${'b.'.repeat(15_000)}`,
  '00000000-0000-0000-0000-000000000000',
];

const nastyValues: unknown[] = [
  null,
  true,
  0,
  -1,
  0.1,
  1e308,
  -0,
  2 ** 53,
  [],
  [[]],
  [null],
  {},
  { length: 1e9 },
  { toString: 1 },
  { $ne: null },
  [[[[[[[]]]]]]],
  Array.from({ length: 999 }, () => ({})),
  Array.from({ length: 999 }, () => null),
  Array.from({ length: 2_000 }, () => 'x'),
  Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`k${index}`, index])),
];

/** Whole bodies that no route accepts. They are built only once, to save time. */
const wholeBodies: [string, string | Buffer][] = [
  ['application/json', ''],
  ['application/json', 'null'],
  ['application/json', '"text"'],
  ['application/json', '[]'],
  ['application/json', '[{}]'],
  ['application/json', '{'],
  ['application/json', `${'['.repeat(3_000)}${']'.repeat(3_000)}`],
  ['application/json', `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`],
  ['application/json', '['.repeat(90_000)],
  ['application/json', `[${'{},'.repeat(30_000)}{}]`],
  ['application/json', `{"chats":[${'{},'.repeat(330_000)}{}]}`],
  ['application/json', `{"a":"${'x'.repeat(2_000_000)}"}`],
  ['application/json', `{${Array.from({ length: 3_000 }, (_, index) => `"k${index}":0`).join(',')}}`],
  ['application/json', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"a":1}}}'],
  ['application/json; charset=utf-16', Buffer.from('{"a":1}', 'utf16le')],
  ['application/json; charset=nonsense', '{}'],
  ['application/json', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['text/plain', 'text'],
  ['application/x-www-form-urlencoded', 'a[b][c]=1&a=%00'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="\u0000.exe"\r\n\r\na\r\n--x--',
  ],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a[b][c]"\r\n\r\n1'],
  ['multipart/form-data', 'no boundary'],
];

/**
 * A request that is almost valid by the route's description, so that it passes many checks, but is wrong in up to two
 * places.
 */
export function attackOn(
  operation: Operation,
  {
    document,
    random,
    idBehind,
  }: { document: OpenAPIObject; random: Random; idBehind: (segment: string) => string },
): Attack {
  const segments = operation.path.split('/');
  const path = segments
    .map((segment, index) => {
      if (!segment.startsWith('{')) return segment;
      if (random.chance(0.1)) return encoded(random.pick(nastyTexts)).slice(0, 2_000) || '%20';
      return idBehind(segments.slice(0, index).findLast((one) => !one.startsWith('{'))!);
    })
    .join('/');
  const headers: Record<string, string> = {};
  let body: string | Buffer | undefined;
  if (operation.body || operation.method !== 'GET') {
    const isWhole = random.chance(operation.body ? 0.15 : 0.5);
    if (isWhole) [headers['content-type'], body] = random.pick(wholeBodies);
    else if (operation.body) {
      headers['content-type'] = 'application/json';
      body = json(mutated(valid(operation.body, document, random, idBehind), random));
    }
  }
  return { method: operation.method, url: path + queryOf(operation, random, idBehind), headers, body };
}

function queryOf({ query }: Operation, random: Random, idBehind: (segment: string) => string): string {
  const given = query.flatMap(({ name, schema }) => {
    if (!random.chance(0.35)) return [];
    const value = random.chance(0.5) ? random.pick(nastyTexts) : String(leaf(schema, random, idBehind));
    const pair = `${name}=${encoded(value).slice(0, 3_000)}`;
    return random.chance(0.1) ? [pair, pair] : [pair];
  });
  if (random.chance(0.05)) given.push(`${encoded(random.pick(nastyTexts)).slice(0, 100)}[a][b]=1`);
  return given.length > 0 ? `?${given.join('&')}` : '';
}

/** A valid body, with all required fields and some of the others. */
function valid(
  schema: Schema,
  document: OpenAPIObject,
  random: Random,
  idBehind: (segment: string) => string,
): unknown {
  const named = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (named) {
    const its = document.components?.schemas?.[named.split('/').at(-1) ?? ''];
    return valid(its ?? {}, document, random, idBehind);
  }
  if (schema.nullable && random.chance(0.3)) return null;
  if (schema.type === 'object' || schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => schema.required?.includes(name) || random.chance(0.4))
        .map(([name, its]) => [name, valid(its, document, random, idBehind)]),
    );
  }
  if (schema.type === 'array') {
    const length = Math.max(schema.minItems ?? 0, random.below(3));
    return Array.from({ length }, () => valid(schema.items ?? {}, document, random, idBehind));
  }
  return schema.format === 'uuid' || random.chance(0.3)
    ? leaf(schema, random, idBehind)
    : exampleOf(document, schema, 'example');
}

const things = ['users', 'teams', 'channels', 'messaging-chats', 'contacts', 'tags', 'labels', 'entries'];

function leaf(schema: Schema, random: Random, idBehind: (segment: string) => string): unknown {
  if (schema.enum) return random.pick(schema.enum);
  if (schema.format === 'uuid' || schema.type === 'array') return idBehind(random.pick(things));
  if (schema.type === 'integer' || schema.type === 'number') return random.below(30);
  if (schema.type === 'boolean') return random.chance(0.5);
  return exampleOf({} as OpenAPIObject, { ...schema, type: 'string' }, 'example');
}

/** A copy of the value in which up to two places are replaced by a wrong value. */
function mutated(value: unknown, random: Random): unknown {
  let result = value;
  for (let left = random.below(3); left > 0; left--) {
    const all = places(result);
    const wrong = random.chance(0.6) ? random.pick(nastyTexts) : random.pick(nastyValues);
    result = replaced(result, random.pick(all), wrong);
  }
  return result;
}

function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || path.length > 6) return [path];
  const entries = Object.entries(value).slice(0, 20);
  return [path, ...entries.flatMap(([key, inner]) => places(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

/** The text percent-encoded. Half a surrogate pair, which has no valid encoding, becomes the bytes ED A0 80. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
}
