import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventType } from '../domain-event';
import { schemaVersionOf, upcast, upcasters } from '../upcasters/upcast';
import { examples } from './examples';

/** One file per version of each event type that any log may contain, with example data of each variant. */
const fileOf = (type: string, version: number) => `${type}.v${version}.json`;
const stored = (Object.keys(upcasters) as EventType[]).flatMap((type) =>
  Array.from({ length: schemaVersionOf(type) }, (_, index) => [type, index + 1] as const),
);

function read(type: string, version: number): unknown[] {
  return JSON.parse(readFileSync(join(__dirname, fileOf(type, version)), 'utf8')) as unknown[];
}

test('every version of every event type has a golden file, and there are no other files', () => {
  const files = readdirSync(__dirname).filter((file) => file.endsWith('.json'));
  expect(files.sort()).toEqual(stored.map(([type, version]) => fileOf(type, version)).sort());
});

test.each(stored)('%s of version %i is upcast to the current shape', (type, schemaVersion) => {
  const found = read(type, schemaVersion).map((data) => upcast({ type, schemaVersion, data }));
  // Variants that an older version could not express are only in the newest version's file.
  expect(examples[type]).toEqual(expect.arrayContaining(found.map(({ data }) => data)));
});

test.each(Object.keys(examples))('the examples of %s equal its newest golden file', (type) => {
  const version = schemaVersionOf(type);
  expect(existsSync(join(__dirname, fileOf(type, version)))).toBe(true);
  // Compares strictly field by field: adding or removing an optional field also requires a new version.
  const written = JSON.parse(JSON.stringify(examples[type as EventType])) as unknown;
  expect(read(type, version)).toStrictEqual(written);
});
