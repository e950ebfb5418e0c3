import { randomUUID } from 'node:crypto';
import { demoWhatsapp } from '@parley/demo/demo-channels';
import { demoPassword } from '@parley/embedded/identity/demo-sign-in';
import { demoSignIn } from '@parley/embedded/identity/demo-sign-in';
import type { Figure } from '../figure';
import { inTurns, median, percentile } from '../statistics';
import { closedLoop } from '../support/closed-loop';
import { startFilled, type FilledInbox } from '../support/filled-inbox';
import { latencies } from '../support/latencies';

/** Those who ask as fast as they are answered. */
const CONNECTIONS = 4;
const PER_SECOND = 10;
const ADMINISTRATOR = 'ingrid@harbour.example';

/** Replies, until each is answered: durable then. What they bring about goes on meanwhile, on the same machine. */
export const send: Figure = {
  name: 'send',
  async measure(bench) {
    const size = bench.conversations.at(-1)!;
    const inbox = await startFilled(bench, size);
    await keepWindowOpen(inbox);
    const count = bench.seconds(5) * PER_SECOND;
    const { rows } = await inbox.engines.database.query<{ id: string }>(
      `select c.id from inbox.conversation c join inbox.channel ch on ch.id = c.channel_id
        where c.customer_id = $1 and c.status = 'open' and ch.set_up ->> 'platform' = 'whatsapp'
        order by random() limit $2`,
      [inbox.customerId, count * (bench.rounds + 1)],
    );
    let next = 0;
    const once = () =>
      inbox.request('POST', '/api/v3/messages/send', {
        chat: { id: rows[next++ % rows.length]!.id },
        content: { text: 'It will be on Thursday.' },
        idempotencyKey: randomUUID(),
      });
    bench.tell(`replies in conversations of ${size.toLocaleString('en')}`);
    await latencies(PER_SECOND, count, once);
    const { taken } = await inTurns(bench.rounds, { taken: () => latencies(PER_SECOND, count, once) });
    const { all } = await inTurns(bench.rounds, {
      all: () => closedLoop(CONNECTIONS, bench.seconds(3), once),
    });
    return [
      {
        name: `send at ${size.toLocaleString('en')}, ${CONNECTIONS} at once`,
        value: median(all.map(({ perSecond }) => perSecond)),
        unit: 'replies/s',
        goal: { of: 'value', atLeast: 250 },
      },
      {
        name: `send at ${size.toLocaleString('en')}, p50`,
        value: percentile(taken.flat(), 0.5),
        unit: 'ms',
        goal: { of: 'value', atMost: 8 },
      },
      {
        name: `send at ${size.toLocaleString('en')}, p95`,
        value: percentile(taken.flat(), 0.95),
        unit: 'ms',
        goal: { of: 'value', atMost: 25 },
      },
    ];
  },
};

/** Takes the care window off the channel: what the seed tells of is older than WhatsApp's own 24 hours. */
async function keepWindowOpen({ url, engines }: FilledInbox): Promise<void> {
  const { frontendApiKey } = engines.config;
  const { idToken } = await demoSignIn(url, { email: ADMINISTRATOR, password: demoPassword }, frontendApiKey);
  const response = await fetch(`${url}/api/v3/channels/${demoWhatsapp.id}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${idToken}`,
      'api-key': frontendApiKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ customerCareWindowLength: 0 }),
  });
  if (!response.ok) throw new Error(`The care window stays: ${response.status}`);
  const { position } = (await response.json()) as { position: string };
  await engines.views.catchUp('inbox', position);
}
