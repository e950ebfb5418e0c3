import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { EventLoopWatch, runAs } from './event-loop';
import { processMetrics } from './metrics';

function hold(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const watch = new EventLoopWatch();
const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
const lines = () => warn.mock.calls.map(([line]) => String(line));

beforeEach(() => {
  warn.mockClear();
  watch.onModuleInit();
});
afterEach(() => watch.onApplicationShutdown());

test('logs only the work whose synchronous slice blocked the event loop', async () => {
  const other = runAs({ kind: 'request', name: 'GET /other' }, () => pause(700));
  runAs({ kind: 'view', name: 'inbox', customerIds: ['c1'] }, () => hold(800));
  await pause(300);
  await other;
  // On a busy machine the event loop may be blocked at other times, which adds lines.
  expect(lines().filter((line) => line.includes('view inbox'))).toEqual([
    expect.stringMatching(/held for \d+ ms .*: view inbox, organisation c1$/),
  ]);
  expect(await processMetrics.getSingleMetricAsString('parley_event_loop_holds_total')).toContain(
    'kind="view"} 1',
  );
});

test('logs all work in progress if a later slice blocked the event loop', async () => {
  const name = () => 'POST /api/v3/messages/send';
  await runAs({ kind: 'request', name }, async () => {
    await pause(20);
    hold(800);
  });
  await pause(300);
  expect(lines().filter((line) => line.includes('request POST /api/v3/messages/send'))).toHaveLength(1);
});

test('logs nothing while the work waits', async () => {
  await runAs({ kind: 'reaction', name: 'smart-routing' }, () => pause(900));
  // On a busy machine the event loop may be blocked at any time, which can add lines with the reaction.
  expect(lines().filter((line) => !line.includes('smart-routing'))).toEqual([]);
});
