import { randomUUID } from 'node:crypto';
import { demoWhatsapp } from '@parley/demo/demo-channels';
import { demoPassword } from '@parley/embedded/identity/demo-sign-in';
import { demoSignIn } from '@parley/embedded/identity/demo-sign-in';
import type { Figure } from '../figure';
import { startFilled, type FilledInbox } from '../support/filled-inbox';
import { served } from '../support/served';

const PER_SECOND = 10;
const ADMINISTRATOR = 'ingrid@harbour.example';

/**
 * Sends replies, and measures each until its response, which comes when the reply is durable. The same machine
 * processes the earlier replies further at the same time.
 */
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
    return served(bench, {
      ...{ name: `send at ${size.toLocaleString('en')}`, perSecond: PER_SECOND, count, once },
      ...{ atOnce: { unit: 'replies/s', atLeast: 250 }, p50: 8, p95: 25 },
    });
  },
};

/** Switches the channel's care window off, since the inbox's messages are older than WhatsApp's 24 hours. */
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
