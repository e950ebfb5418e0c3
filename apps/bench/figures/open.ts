import type { Figure } from '../figure';
import { startFilled } from '../support/filled-inbox';
import { served } from '../support/served';

const PER_SECOND = 20;

/** Opens conversations that no cache contains, each with its newest entries, as a window requests them. */
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
    return served(bench, {
      ...{ name: `open at ${size.toLocaleString('en')}`, perSecond: PER_SECOND, count, once },
      ...{ atOnce: { unit: 'openings/s', atLeast: 450 }, p50: 4, p95: 25 },
    });
  },
};
