import type { Measurement } from './figure';
import { isMet, toJson, updatePage } from './report';

const append: Measurement = {
  name: 'append-1',
  value: 4_567.8,
  unit: 'appends/s',
  floor: 4_000,
  goal: { of: 'ratio', atLeast: 1 },
};
const memory: Measurement = { name: 'memory', value: 251, unit: 'MB', goal: { of: 'value', atMost: 250 } };
const run = { machine: '2 × A, Node 20', date: '2026-11-21' };

test('writes a measurement as one line of JSON with floor, ratio and goal', () => {
  expect(JSON.parse(toJson(append, 'a machine'))).toEqual({
    name: 'append-1',
    value: 4_568,
    unit: 'appends/s',
    floor: 4_000,
    ratio: 1.14,
    goal: '≥ 1 × floor',
    machine: 'a machine',
  });
  expect(JSON.parse(toJson(memory, 'a machine'))).toMatchObject({
    floor: null,
    ratio: null,
    goal: '≤ 250 MB',
  });
});

test('meets or misses a goal by the value or by its ratio to the floor', () => {
  expect(isMet(append)).toBe(true);
  expect(isMet({ ...append, floor: 5_000 })).toBe(false);
  expect(isMet(memory)).toBe(false);
  expect(isMet({ ...memory, value: 250 })).toBe(true);
});

test('writes the table between its markers, and leaves the rest of the page unchanged', () => {
  const first = updatePage('# Benchmarks\n\nWhat they mean.\n', [append, memory], run);
  expect(first).toContain('# Benchmarks\n\nWhat they mean.\n');
  expect(first).toContain(
    '| append-1 | 4568 appends/s | 4000 appends/s | 1.14 | ≥ 1 × floor | yes | 2026-11-21 |',
  );
  expect(first).toContain('| memory | 251 MB |  |  | ≤ 250 MB | **no** | 2026-11-21 |');

  const later = { machine: '4 × B', date: '2026-12-01' };
  const second = updatePage(`${first}\n## Proofs\n\nOthers.\n`, [{ ...memory, value: 200 }], later);
  expect(second).toContain(
    '| append-1 | 4568 appends/s | 4000 appends/s | 1.14 | ≥ 1 × floor | yes | 2026-11-21 |',
  );
  expect(second).toContain('| memory | 200 MB |  |  | ≤ 250 MB | yes | 2026-12-01 |');
  expect(second).toContain('Last run: 2026-12-01, on 4 × B.');
  expect(second).toContain('\n## Proofs\n\nOthers.\n');
  expect(second.match(/memory/g)).toHaveLength(1);
});
