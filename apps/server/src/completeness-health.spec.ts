import type { CompletenessRecords, IncompleteHour } from '@parley/event-sourcing/watch/completeness-records';
import { completenessHealth } from './completeness-health';
import { views } from './features';

const hour: IncompleteHour = {
  view: 'inbox',
  hour: new Date('2026-11-28T09:00:00Z'),
  after: '01',
  upTo: '09',
  logged: 42,
  folded: 41,
  candidates: ['05'],
};

const check = (hours: IncompleteHour[]) =>
  completenessHealth({ incomplete: () => Promise.resolve(hours) } as CompletenessRecords).check();

test('has no detail while no view differs from the log', async () => {
  expect(await check([])).toEqual({ ok: true });
});

test('names view, hour and positions, and keeps the process ready', async () => {
  expect(await check([hour])).toEqual({
    ok: true,
    detail:
      'inbox folded 41 of 42 events compared since 2026-11-28T09:00:00.000Z, after 01 up to 09: 05: rebuild the view',
  });
});

test('names at most five hours and five positions of each', async () => {
  const candidates = Array.from({ length: 100 }, (_, index) => `p${index}`);
  const { detail } = await check(Array.from({ length: 8 }, () => ({ ...hour, candidates })));
  expect(detail?.match(/p4 …/g)).toHaveLength(5);
  expect(detail).not.toContain('p5');
  expect(detail).toContain('3 more');
});

test('every view reads whole categories, since the log is counted by category', () => {
  for (const { prefixes } of views) {
    for (const prefix of prefixes) expect(prefix).toMatch(/^[A-Za-z]+-$/);
  }
});
