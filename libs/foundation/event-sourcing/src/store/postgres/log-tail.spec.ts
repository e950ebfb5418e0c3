import type { Database } from '@parley/platform/database/database';
import { toPosition } from '../position';
import { LogTail } from './log-tail';

interface Said {
  life: string;
  head: string;
  in_flight: string[];
  last: string | null;
}

/** Creates a tail of a log that returns these samples one after the other, and then repeats the last one. */
function tailOf(samples: Said[], lastUpTo: string): LogTail {
  const query = (text: string) =>
    Promise.resolve({
      rows: text.includes('max(position)')
        ? [{ position: lastUpTo }]
        : [samples.length > 1 ? samples.shift() : samples[0]],
    });
  return new LogTail({ query } as unknown as Database, 1_000);
}

test('treats a head as settled once the appends that were in progress have ended, even if newer ones are in progress', async () => {
  const tail = tailOf(
    [
      { life: 'a', head: '10', in_flight: ['x'], last: null },
      { life: 'a', head: '12', in_flight: ['y'], last: null },
    ],
    '10',
  );
  expect(await tail.head()).toBe(toPosition('10'));
});

test('waits again for positions that a killed PostgreSQL lost and issues again', async () => {
  const tail = tailOf(
    [
      { life: 'a', head: '10', in_flight: ['x'], last: null },
      { life: 'b', head: '8', in_flight: ['y'], last: null },
      { life: 'b', head: '8', in_flight: [], last: '8' },
    ],
    // Position of the last committed event: 7 is still in progress, and 8 has overtaken it.
    '8',
  );
  expect(await tail.head()).toBe(toPosition('8'));
});

test('continues at the lower head after a killed PostgreSQL lost positions', async () => {
  const samples = [
    { life: 'a', head: '40', in_flight: [], last: '30' },
    { life: 'b', head: '31', in_flight: [], last: '31' },
  ];
  const tail = tailOf(samples, '31');
  expect(await tail.head()).toBe(toPosition('30'));
  const wanted = { after: toPosition('30'), until: toPosition('100'), prefixes: [''], limit: 10 };
  const { safe } = await tail.beyond(wanted, new AbortController().signal);
  expect(safe).toBe(toPosition('31'));
});

test('stops waiting for appends in progress when its signal aborts', async () => {
  const tail = tailOf([{ life: 'a', head: '10', in_flight: ['x'], last: null }], '9');
  const stop = new AbortController();
  const head = tail.head(stop.signal);
  stop.abort(new Error('stopped'));
  await expect(head).rejects.toThrow('stopped');
});
