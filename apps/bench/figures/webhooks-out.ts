import { setTimeout as pause } from 'node:timers/promises';
import type { WebhookResponse } from '@parley/contracts/api/webhooks';
import type { Figure } from '../figure';
import { percentile } from '../statistics';
import { EventReceiver } from '../support/event-receiver';
import { Traffic } from '../support/fill';
import { install, startWhole } from '../support/installation';
import { addManager, signedIn } from '../support/manager';

/** Number of deliveries that wait; not more than the number up to which the API counts them. */
const BACKLOG = 9_000;
const PER_SECOND = 300;
const SECONDS = 60;
const CONVERSATIONS = 500;
const POLL_MS = 50;

/**
 * Delivers the product's own webhooks to a receiver on this machine. Measures the rate for a backlog, and the lag
 * under steady traffic.
 */
export const webhooksOut: Figure = {
  name: 'webhooks-out',
  async measure(bench) {
    const installation = await install(bench);
    const adminId = await addManager(installation, 'admin');
    const receiver = await EventReceiver.open();
    bench.onEnd(() => receiver.close());
    Object.assign(installation.env, { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
    const address = await startWhole(bench, installation);
    const ask = await signedIn(installation, address, adminId);
    const wanted = { url: receiver.url, events: ['message::received'] };
    const { id } = await ask<{ id: string }>('POST', '/api/v3/webhooks', wanted);
    const path = `/api/v3/webhooks/${id}`;
    const waiting = async () => {
      const { data } = await ask<{ data: WebhookResponse[] }>('GET', '/api/v3/webhooks');
      return data[0]?.waiting ?? 0;
    };
    const taken = async (count: number) => {
      while (receiver.lags.length < count) await pause(POLL_MS);
    };

    const traffic = await Traffic.begin(installation, CONVERSATIONS);
    await taken(CONVERSATIONS);
    await ask('POST', `${path}/pause`, {});
    const backlog = bench.size(BACKLOG);
    await traffic.flow(backlog, backlog, () => {});
    while ((await waiting()) < backlog) await pause(POLL_MS);
    bench.tell(`a backlog of ${backlog.toLocaleString('en')}`);
    receiver.lags.length = 0;
    await ask('POST', `${path}/resume`, {});
    await taken(1);
    const started = performance.now();
    await taken(backlog);
    const perSecond = (backlog * 1_000) / (performance.now() - started);

    bench.tell(`${PER_SECOND} events a second`);
    receiver.lags.length = 0;
    const flowing = PER_SECOND * bench.seconds(SECONDS);
    await traffic.flow(PER_SECOND, flowing, () => {});
    await taken(flowing);
    return [
      {
        name: 'webhooks-out, of a backlog',
        value: perSecond,
        unit: 'deliveries/s',
        goal: { of: 'value', atLeast: 1_000 },
      },
      {
        name: `webhooks-out, lag at ${PER_SECOND}/s, p99`,
        value: percentile(receiver.lags, 0.99),
        unit: 'ms',
        goal: { of: 'value', atMost: 1_000 },
      },
    ];
  },
};
