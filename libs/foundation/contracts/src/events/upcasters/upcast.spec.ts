import { allFacts } from '../domain-event';
import { NewerEvent, upcast, type Upcasters } from './upcast';

const table: Upcasters = {
  Painted: [
    (data) => ({ colours: [(data as { colour: string }).colour] }),
    (data) => ({ ...(data as object), gloss: false }),
  ],
};
const painted = (schemaVersion: number, data: unknown) => ({ type: 'Painted', schemaVersion, data });

test('an old event passes through every upcaster from its version to the current one', () => {
  const current = painted(3, { colours: ['red'], gloss: false });
  expect(upcast(painted(1, { colour: 'red' }), table)).toEqual(current);
  expect(upcast(painted(2, { colours: ['red'] }), table)).toEqual(current);
  expect(upcast(current, table)).toBe(current);
});

test('rejects an event of a version that only a newer release knows', () => {
  expect(() => upcast(painted(4, {}), table)).toThrow(NewerEvent);
});

test('every event type belongs to exactly one kind of stream', () => {
  const types = allFacts.flatMap((facts) => Object.keys(facts.upcasters));
  expect(new Set(types).size).toBe(types.length);
});
