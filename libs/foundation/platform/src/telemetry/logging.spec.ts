import { makeLogger } from './logging';

let lines: string[];
beforeEach(() => {
  lines = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => jest.restoreAllMocks());

test('prints a message as one line of JSON in production', () => {
  makeLogger({ NODE_ENV: 'production' }).log('two\nlines', 'Bus');
  expect(lines).toHaveLength(1);
  expect(lines[0]!.trimEnd()).not.toContain('\n');
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'log', context: 'Bus', message: 'two\nlines' });
});

test('prints a message as plain text outside production', () => {
  makeLogger({}).log('ready', 'Bus');
  expect(lines[0]).toMatch(/LOG \[Bus\] ready/);
});

test('leaves out less severe levels', () => {
  makeLogger({}).debug('detail');
  makeLogger({ PARLEY_LOG_LEVEL: 'error' }).warn('careful');
  expect(lines).toEqual([]);
  makeLogger({ PARLEY_LOG_LEVEL: 'debug' }).debug('detail');
  expect(lines).toHaveLength(1);
});
