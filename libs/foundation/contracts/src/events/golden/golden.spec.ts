import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventType } from '../domain-event';
import { schemaVersionOf, upcast, upcasters } from '../upcasters/upcast';
import { examples } from './examples';

/** One file for each version of each type that any log may hold: what events of it say, in every variety. */
const fileOf = (type: string, version: number) => `${type}.v${version}.json`;
const stored = (Object.keys(upcasters) as EventType[]).flatMap((type) =>
  Array.from({ length: schemaVersionOf(type) }, (_, index) => [type, index + 1] as const),
);

function read(type: string, version: number): unknown[] {
  return JSON.parse(readFileSync(join(__dirname, fileOf(type, version)), 'utf8')) as unknown[];
}

test('every version of every event type has a golden file, and no file is left over', () => {
  const files = readdirSync(__dirname).filter((file) => file.endsWith('.json'));
  expect(files.sort()).toEqual(stored.map(([type, version]) => fileOf(type, version)).sort());
});

test.each(stored)('%s of version %i reads as today’s', (type, schemaVersion) => {
  const found = read(type, schemaVersion).map((data) => upcast({ type, schemaVersion, data }));
  // What an older version could not say yet is in the newest one's file alone.
  expect(examples[type]).toEqual(expect.arrayContaining(found.map(({ data }) => data)));
});

test.each(Object.keys(examples))('%s is written as its newest golden file says', (type) => {
  const version = schemaVersionOf(type);
  expect(existsSync(join(__dirname, fileOf(type, version)))).toBe(true);
  // Field by field and to the letter: an optional field that came or went is another version, too.
  const written = JSON.parse(JSON.stringify(examples[type as EventType])) as unknown;
  expect(read(type, version)).toStrictEqual(written);
});
