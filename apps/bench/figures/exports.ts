import { setTimeout as pause } from 'node:timers/promises';
import { accessView } from '@parley/access/read/access.projector';
import type { Export, ExportField } from '@parley/contracts/api/exports';
import { views } from '@parley/server/features';
import { freePort } from '@parley/platform/http/free-port';
import type { Figure } from '../figure';
import { percentile } from '../statistics';
import { fill } from '../support/fill';
import { foldOnce, install } from '../support/installation';
import { addManager, signedIn, type Ask } from '../support/manager';
import { Program } from '../support/program';
import { residentMegabytes } from '../support/resident';
import { SERVER } from '../support/server';

const MESSAGES = 1_000_000;
/** Events per message: a conversation of the benchmark has twenty events, eight of which are messages. */
const EVENTS_OF_A_MESSAGE = 20 / 8;
const DAY_MS = 24 * 60 * 60_000;
/** Interval in ms of requests for the list, before and during the export, and minimum number of these requests. */
const LOOK_MS = 100;
const LOOKS = 100;
/** Time limit in seconds for an export of a million messages. */
const GOAL = { seconds: 120, messages: 1_000_000 };

/**
 * Exports all messages of an organisation as CSV while a user reads the inbox. Measures the rate, the memory, and the
 * latency of the inbox.
 */
export const exportsFigure: Figure = {
  name: 'exports',
  async measure(bench) {
    const installation = await install(bench);
    const managerId = await addManager(installation);
    await foldOnce(installation.engines, [accessView]);
    const size = bench.size(MESSAGES);
    bench.tell(`writing ${size.toLocaleString('en')} messages`);
    await fill(installation, size * EVENTS_OF_A_MESSAGE);
    const port = String(await freePort());
    const program = await Program.start(SERVER, [], { ...installation.env, PORT: port });
    bench.onEnd(() => program.stop());
    const ask = await signedIn(installation, `http://127.0.0.1:${port}`, managerId);
    bench.tell('the product folds them for the first time');
    const head = (await installation.engines.store.head())!;
    // Waits for every view, since views that fold during the export would affect the measurement.
    for (const { name: view } of views) await installation.engines.views.catchUp(view, head, 3_600_000);

    const alone = await looks(ask, () => Promise.resolve(false));
    const { data: fields } = await ask<{ data: ExportField[] }>(
      'GET',
      '/api/v3/exports/fields?kind=messages',
    );
    const began = residentMegabytes(program.pid);
    bench.tell('exporting them');
    const { id } = await ask<{ id: string }>('POST', '/api/v3/exports', {
      ...{ kind: 'messages', format: 'csv', filter: {} },
      from: new Date(Date.now() - 360 * DAY_MS).toISOString(),
      to: new Date(Date.now() + DAY_MS).toISOString(),
      fields: fields.filter(({ isUsual }) => isUsual).map(({ name }) => name),
    });
    let made: Export | undefined;
    let most = 0;
    const beside = await looks(ask, async () => {
      most = Math.max(most, residentMegabytes(program.pid));
      const { data } = await ask<{ data: Export[] }>('GET', '/api/v3/exports');
      made = data.find((each) => each.id === id);
      return made?.job?.endedAt === null || made?.job?.endedAt === undefined;
    });
    const { createdAt, endedAt } = made!.job!;
    const seconds = (Date.parse(endedAt!) - Date.parse(createdAt)) / 1_000;
    bench.tell(`${made!.rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s`);
    const name = `exports of ${size.toLocaleString('en')} messages`;
    return [
      {
        name,
        value: made!.rows / seconds,
        unit: 'messages/s',
        goal: { of: 'value', atLeast: Math.ceil(GOAL.messages / GOAL.seconds) },
      },
      {
        name: `${name}, memory above that before`,
        value: most - began,
        unit: 'MB',
        goal: { of: 'value', atMost: 150 },
      },
      {
        name: `${name}, list meanwhile, p95`,
        value: percentile(beside, 0.95),
        unit: 'ms',
        floor: percentile(alone, 0.95),
        goal: { of: 'ratio', atMost: 2 },
      },
    ];
  },
};

/** Measures latencies of the inbox's list in ms: at least `LOOKS` of them, and until `goesOn` returns false. */
async function looks(ask: Ask, goesOn: () => Promise<boolean>): Promise<number[]> {
  const took: number[] = [];
  for (let isOn = true; isOn || took.length < LOOKS;) {
    const begun = performance.now();
    await ask('GET', '/api/v3/messaging-chats/chats-list?list=open&sortBy=newestEntry');
    took.push(performance.now() - begun);
    isOn = await goesOn();
    await pause(LOOK_MS);
  }
  return took;
}
