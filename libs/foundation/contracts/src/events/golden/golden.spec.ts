import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventType } from '../domain-event';
import { schemaVersionOf, upcast, upcasters } from '../upcasters/upcast';
import { examples } from './examples';

/**
 * Example data of each version of each event type that a log may contain. `TagCreated.v1.json` lists the data of one
 * type, `snippet.v1.json` the data of several, by type.
 */
const entries = readdirSync(__dirname)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file): [string, unknown[]][] => {
    const [name = '', version = ''] = file.split('.');
    const data = JSON.parse(readFileSync(join(__dirname, file), 'utf8')) as unknown[] | object;
    const byType = Array.isArray(data) ? { [name]: data } : (data as Record<string, unknown[]>);
    return Object.entries(byType).map(([type, all]) => [`${type}.${version}`, all]);
  });
const golden = new Map(entries);
const stored = (Object.keys(upcasters) as EventType[]).flatMap((type) =>
  Array.from({ length: schemaVersionOf(type) }, (_, index) => [type, index + 1] as const),
);

function read(type: string, version: number): unknown[] {
  return golden.get(`${type}.v${version}`) ?? [];
}

test('every version of every event type has golden data in one file, and there is no other data', () => {
  expect(entries.map(([name]) => name).sort()).toEqual(
    stored.map(([type, version]) => `${type}.v${version}`).sort(),
  );
});

test.each(stored)('%s of version %i is upcast to the current shape', (type, schemaVersion) => {
  const found = read(type, schemaVersion).map((data) => upcast({ type, schemaVersion, data }));
  // Variants that an older version could not express are only in the newest version's file.
  expect(examples[type]).toEqual(expect.arrayContaining(found.map(({ data }) => data)));
});

test.each(Object.keys(examples))('the examples of %s equal its newest golden file', (type) => {
  const version = schemaVersionOf(type);
  // Compares strictly field by field: adding or removing an optional field also requires a new version.
  const written = JSON.parse(JSON.stringify(examples[type as EventType])) as unknown;
  expect(read(type, version)).toStrictEqual(written);
});
