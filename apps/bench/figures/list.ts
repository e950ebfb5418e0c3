import { join } from 'node:path';
import { InboxQueries, pageStatement, type PageRequest } from '@parley/conversations/read/inbox.queries';
import { freePort } from '@parley/platform/http/free-port';
import type { Bench, Figure, Measurement } from '../figure';
import { inTurns, percentile } from '../statistics';
import { startFilled, type FilledInbox } from '../support/filled-inbox';
import { latencies } from '../support/latencies';
import { Program } from '../support/program';

const PER_SECOND = 20;
const FAR_PAGE = 1_000;
const BARE = join(__dirname, 'bare-route.js');

interface Measured {
  p95: number;
  floor: number;
  /** 95th percentile for a page far from the first; null if the list is shorter. */
  far: number | null;
}

/**
 * A filtered page with its total, and the badges, as a window requests them. The floor is a bare route that runs only
 * the page's statement.
 */
export const list: Figure = {
  name: 'list',
  async measure(bench) {
    const measured: { size: number; measured: Measured }[] = [];
    for (const size of bench.conversations) measured.push({ size, measured: await measureAt(bench, size) });
    const named = (size: number) => `list at ${size.toLocaleString('en')}`;
    const rows = measured.flatMap(({ size, measured: { p95, floor, far } }): Measurement[] => [
      { name: `${named(size)}, p95`, value: p95, unit: 'ms', floor, goal: { of: 'ratio', atMost: 2 } },
      ...(far === null
        ? []
        : [
            {
              name: `${named(size)}, page ${FAR_PAGE.toLocaleString('en')}, p95`,
              value: far,
              unit: 'ms',
              goal: { of: 'value', atMost: 50 } as const,
            },
          ]),
    ]);
    const [smallest, largest] = [measured[0]!, measured.at(-1)!];
    if (smallest === largest) return rows;
    return [
      ...rows,
      {
        name: `${named(largest.size)} beside ${smallest.size.toLocaleString('en')}, p95`,
        value: largest.measured.p95,
        unit: 'ms',
        floor: smallest.measured.p95,
        goal: { of: 'ratio', atMost: 1.5 },
      },
    ];
  },
};

async function measureAt(bench: Bench, size: number): Promise<Measured> {
  const undos: (() => Promise<unknown>)[] = [];
  const here = { ...bench, onEnd: (undo: () => Promise<unknown>) => undos.push(undo) };
  try {
    const inbox = await startFilled(here, size);
    const requests = await requestsOf(inbox);
    const bare = await bareRoute(here, inbox, requests);
    const count = bench.seconds(5) * PER_SECOND;
    const ours = (nth: number) => {
      const path = pathOf(requests[nth % requests.length]!);
      return Promise.all([
        inbox.request('GET', path),
        inbox.request('GET', '/api/v3/messaging/count?fields=data'),
      ]);
    };
    const floor = async (nth: number) => (await fetch(`${bare}/${nth % requests.length}`)).json();
    bench.tell(`filtered pages of ${size.toLocaleString('en')}, and a bare route, in turns`);
    for (const one of [ours, floor]) await latencies(PER_SECOND, count / 2, one);
    const results = await inTurns(bench.rounds, {
      ours: () => latencies(PER_SECOND, count, ours),
      floor: () => latencies(PER_SECOND, count, floor),
    });
    for (const [nth, request] of requests.entries()) {
      const alone = await latencies(PER_SECOND, PER_SECOND, () => ours(nth));
      const { list: name, page: _page, ...filter } = request;
      bench.tell(`  ${name} ${JSON.stringify(filter)}: p95 ${percentile(alone, 0.95).toFixed(1)} ms`);
    }
    const p95 = (rounds: number[][]) => percentile(rounds.flat(), 0.95);
    return { p95: p95(results.ours), floor: p95(results.floor), far: await farPage(here, inbox) };
  } finally {
    for (const undo of undos.reverse()) await undo();
  }
}

/** Requests with the filters that agents use, to be made in turns. */
async function requestsOf({ engines, customerId, userId }: FilledInbox): Promise<PageRequest[]> {
  const { rows } = await engines.database.query<{ channel: string; team: string; colleague: string }>(
    `select (select id from inbox.channel where customer_id = $1 order by id limit 1) as channel,
            (select id from inbox.team where customer_id = $1 order by id limit 1) as team,
            (select user_id from inbox.viewer where customer_id = $1 and user_id <> $2 order by user_id limit 1) as colleague`,
    [customerId, userId],
  );
  const { channel, team, colleague } = rows[0]!;
  const page = 1;
  return [
    { page, list: 'open', channels: [channel] },
    { page, list: 'open', userIds: [colleague], read: false },
    { page, list: 'unassigned', read: false, sortBy: 'longestWaiting' },
    { page, list: 'team', teams: [team] },
    { page, list: 'archived', channels: [channel], sortBy: 'oldestEntry' },
    { page, list: 'open', keyword: 'kowalski' },
  ];
}

function pathOf(request: PageRequest): string {
  const query = new URLSearchParams(
    Object.entries(request).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `/api/v3/messaging-chats/chats-list?${query.toString()}`;
}

async function bareRoute(
  bench: Bench,
  { engines, customerId, userId }: FilledInbox,
  requests: PageRequest[],
): Promise<string> {
  const viewer = await new InboxQueries(engines.database).viewer({ customerId, userId });
  const port = await freePort();
  const program = await Program.start(BARE, [], { PORT: String(port), DATABASE_URL: engines.database.url });
  bench.onEnd(() => program.stop());
  for (const request of requests) program.tell(JSON.stringify(pageStatement(viewer, request)));
  return `http://127.0.0.1:${port}`;
}

async function farPage(bench: Bench, inbox: FilledInbox): Promise<number | null> {
  const path = pathOf({ page: FAR_PAGE, list: 'archived' });
  const far = () => inbox.request('GET', path) as Promise<{ data: unknown[] }>;
  if ((await far()).data.length === 0) return null;
  bench.tell(`page ${FAR_PAGE.toLocaleString('en')}`);
  return percentile(await latencies(PER_SECOND, bench.seconds(5) * PER_SECOND, far), 0.95);
}
