import { updatePage } from './support/torture';

const head = { proof: 'crashes', date: '2026-05-01', commit: 'abc1234', machine: 'a machine' };
const kills = (done: number, more: object = {}) => ({
  ...{ done, full: 200, unit: 'kills', seconds: 60 * done },
  figures: { webhooks: 100 * done, 'slowest answer (ms)': done, ...more },
});

function rowsOf(page: string): string[] {
  return page.split('\n').filter((line) => line.startsWith('| crashes'));
}

test('combines the parts of a test by the last line of each: adds the results, and takes the maximum of `slowest`', () => {
  const page = updatePage('# Benchmarks\n', [
    [head, kills(25), kills(50)],
    [{ ...head, commit: 'def5678' }, kills(10)],
  ]);
  expect(rowsOf(page)).toEqual([
    '| crashes | 60 kills | 200 | webhooks 6,000, slowest answer (ms) 50 | 60 min | 2 | 0 | abc1234, def5678 | 2026-05-01 |',
  ]);
});

test('counts a failed run with its results so far', () => {
  const page = updatePage('', [[head, kills(25), { failed: true }]]);
  expect(rowsOf(page)[0]).toContain('| 25 kills | 200 |');
  expect(rowsOf(page)[0]).toContain('| 1 | 1 |');
});

test('replaces the table and keeps the text around it', () => {
  const page = updatePage('# Benchmarks\n\nBefore.\n', [[head, kills(1)]]);
  const next = updatePage(`${page}After.\n`, [[head, kills(2)]]);
  expect(next.startsWith('# Benchmarks\n\nBefore.\n\n## Torture\n')).toBe(true);
  expect(next.endsWith('After.\n')).toBe(true);
  expect(next.match(/## Torture/g)).toHaveLength(1);
  expect(rowsOf(next)).toHaveLength(1);
  expect(rowsOf(next)[0]).toContain('2 kills');
});
