import type { Figure } from '../figure';
import { inTurns, median, percentile } from '../statistics';
import { closedLoop } from '../support/closed-loop';
import { startFilled } from '../support/filled-inbox';
import { latencies } from '../support/latencies';

/** Those who ask as fast as they are answered. */
const CONNECTIONS = 4;
const PER_SECOND = 20;

/** Conversations that nobody looked at just now, each with its newest entries, as a window asks for them. */
export const open: Figure = {
  name: 'open',
  async measure(bench) {
    const size = bench.conversations.at(-1)!;
    const inbox = await startFilled(bench, size);
    const count = bench.seconds(5) * PER_SECOND;
    const { rows } = await inbox.engines.database.query<{ id: string }>(
      'select id from inbox.conversation where customer_id = $1 order by random() limit $2',
      [inbox.customerId, count * (bench.rounds + 1)],
    );
    let next = 0;
    const once = () => {
      const { id } = rows[next++ % rows.length]!;
      return inbox.request('GET', `/api/v3/messaging-chats/${id}/opening`);
    };
    bench.tell(`conversations of ${size.toLocaleString('en')} are opened`);
    await latencies(PER_SECOND, count, once);
    const { taken } = await inTurns(bench.rounds, { taken: () => latencies(PER_SECOND, count, once) });
    const { all } = await inTurns(bench.rounds, {
      all: () => closedLoop(CONNECTIONS, bench.seconds(3), once),
    });
    return [
      {
        name: `open at ${size.toLocaleString('en')}, ${CONNECTIONS} at once`,
        value: median(all.map(({ perSecond }) => perSecond)),
        unit: 'openings/s',
        goal: { of: 'value', atLeast: 450 },
      },
      {
        name: `open at ${size.toLocaleString('en')}, p50`,
        value: percentile(taken.flat(), 0.5),
        unit: 'ms',
        goal: { of: 'value', atMost: 4 },
      },
      {
        name: `open at ${size.toLocaleString('en')}, p95`,
        value: percentile(taken.flat(), 0.95),
        unit: 'ms',
        goal: { of: 'value', atMost: 25 },
      },
    ];
  },
};
