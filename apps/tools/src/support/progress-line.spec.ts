import { line, ProgressLine } from './progress-line';

test('shows a bar with the share done, the speed and the time left', () => {
  expect(line(1_200, 'events', 0.25, 4)).toBe(
    `[${'█'.repeat(6)}${'·'.repeat(18)}] 25 %  1,200 events  300/s  12 s left`,
  );
  expect(line(9, 'events', 0.001, 9)).toContain('2 h 30 min left');
  expect(line(4_800, 'events', 1, 16)).toBe(`[${'█'.repeat(24)}] 100 %  4,800 events  300/s`);
});

test('shows a count without a bar if the total is unknown', () => {
  expect(line(7, 'files', undefined, 2)).toBe('7 files  4/s');
});

test('rewrites one line on a terminal, at most ten times a second', () => {
  let [now, text] = [0, ''];
  const out = { isTTY: true, write: (more: string) => ((text += more), true) };
  const progress = new ProgressLine(out, () => now);
  progress.step('Copying');
  for (now = 0; now < 1_000; now += 10) progress.progress(now, 'events', now / 1_000);
  progress.done('all of it');
  expect(text.split('\r').length - 1).toBeLessThanOrEqual(11);
  expect(text.endsWith('\r\x1b[2KCopying: all of it\n')).toBe(true);
});

test('prints a line per step if the output is no terminal', () => {
  let text = '';
  const progress = new ProgressLine({ isTTY: false, write: (more: string) => ((text += more), true) });
  progress.step('Copying');
  progress.progress(5, 'events', 0.5);
  progress.done('all of it');
  expect(text).toBe('Copying\n  all of it\n');
});
