import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { channelsView } from '@parley/channels/read/channels.projector';
import { whatsAppConnection } from '@parley/channels/testing/connection';
import { ConnectChannel, ConnectChannelHandler } from '@parley/channels/write/channel.handler';
import type { BroadcastDetails } from '@parley/contracts/api/broadcasts';
import { emptyTemplate, MAX_IN_BATCH, type Fact } from '@parley/contracts/events';
import { FASTEST_PER_SECOND } from '@parley/contracts/events/engage-settings.events';
import { graphDouble, type GraphDouble } from '@parley/doubles/graph/graph-double';
import { LedgerQueries } from '@parley/engage/read/ledger.queries';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { newEvent } from '@parley/event-sourcing/store/new-event';
import type { Bench, Figure, Measurement } from '../figure';
import { percentile } from '../statistics';
import { Arrivals } from '../support/arrivals';
import { addManager, signedIn, type Ask } from '../support/manager';
import { foldOnce, install, ofTheBench, startWhole, type Installation } from '../support/installation';
import { latencies } from '../support/latencies';
import { Listeners } from '../support/listeners';
import { steadily } from '../support/steadily';
import { WebhookSender } from '../support/webhooks';

const RECIPIENTS = 100_000;
const PLANNED_PER_SECOND = 100_000 / 30;
const LEDGER = 1_000_000;
const AT_ONCE = 256;
const POLL_MS = 200;
const FILLED_WITHIN_MS = 5 * 60_000;
const SENDING_SECONDS = 30;
/** Messages per second that contacts write while the broadcast is sent. */
const INBOUND_PER_SECOND = 10;

/**
 * A broadcast to contacts in the log. Measures the rate of planning, the rate of sends to a fake of WhatsApp, the
 * latency of the inbox during the sends, and the time for a page of a ledger with a million recipients.
 */
export const engage: Figure = {
  name: 'engage',
  async measure(bench) {
    const recipients = bench.size(RECIPIENTS);
    const installation = await install(bench);
    const graph = graphDouble({ appSecret: installation.appSecret });
    const double = await graph.listen();
    bench.onEnd(() => double.close());
    const adminId = await addManager(installation, 'admin');
    const made = await fillOffice(installation, double.url, recipients);
    bench.tell(`${recipients.toLocaleString('en')} contacts are in the log`);
    const address = await startWhole(bench, installation);
    const ask = await signedIn(installation, address, adminId);
    const shown = async (view: string) => {
      const { store, views } = installation.engines;
      await views.catchUp(view, (await store.head()) ?? '', FILLED_WITHIN_MS);
    };
    // Waits until the view is filled: a view that is filled in side tables pushes no changes.
    await shown('inbox');
    const inbox = await Inbox.open(bench, installation, address);
    const before = await inbox.latencies(bench.seconds(10));
    await ask('PATCH', '/api/v3/engage/settings', { perSecond: FASTEST_PER_SECOND });
    const id = await started(ask, made, recipients);
    await shown('engage');
    const planned = await plannedIn(ask, id);
    bench.tell(`planned in ${planned.toFixed(1)} s`);
    const [rate, meanwhile] = await Promise.all([
      sendRate(graph, bench.seconds(SENDING_SECONDS)),
      inbox.latencies(bench.seconds(SENDING_SECONDS)),
    ]);
    return [
      {
        name: 'engage, planned',
        value: recipients / planned,
        unit: 'recipients/s',
        goal: { of: 'value', atLeast: PLANNED_PER_SECOND },
      },
      { name: 'engage, sent', value: rate, unit: 'messages/s', goal: { of: 'value', atLeast: 300 } },
      {
        name: 'engage, inbox meanwhile, p95',
        value: percentile(meanwhile, 0.95),
        unit: 'ms',
        floor: percentile(before, 0.95),
        goal: { of: 'ratio', atMost: 2 },
      },
      await overview(bench, installation),
    ];
  },
};

interface Made {
  channelId: string;
  templateId: string;
  listId: string;
}

/** Adds a channel that uses the fake, a template, and a list of contacts who have opted in. */
async function fillOffice(installation: Installation, url: string, people: number): Promise<Made> {
  const { customerId, engines } = installation;
  const { store, secrets, masterKey } = engines;
  const [channelId, templateId, listId] = [randomUUID(), randomUUID(), randomUUID()];
  const says = (stream: string, ...facts: Fact[]) =>
    store.append(
      stream,
      facts.map((fact) => newEvent(fact, { customerId, by: 'bench' })),
      { expected: 'any', customerId },
    );
  const connection = whatsAppConnection('2', url);
  const connecting = new ConnectChannelHandler(secrets, new Claims(new Aggregates(store), masterKey));
  const given = { 'access-token': 'token', 'app-secret': installation.appSecret };
  await connecting.execute(new ConnectChannel(channelId, connection, given, ofTheBench(customerId)));
  await foldOnce(engines, [channelsView]);
  await says(
    `template-${templateId}`,
    {
      type: 'TemplateFound',
      data: {
        ...{ provider: 'whatsapp-cloud', accountId: '2', name: 'sale', language: 'en' },
        ...{ category: 'marketing', externalId: '1' },
        content: { ...emptyTemplate, body: 'Hi {{1}}, all bikes 20% off.' },
      },
    },
    { type: 'TemplateReviewed', data: { status: 'approved', reason: null, advice: null } },
  );
  const content = { name: 'Everybody', description: '', conditions: null };
  await says(`contactList-${listId}`, { type: 'ContactListAdded', data: content });
  const ids = Array.from({ length: people }, () => randomUUID());
  let next = 0;
  const lane = async () => {
    for (let nth = next++; nth < people; nth = next++) {
      const id = ids[nth]!;
      const personal = { name: `Contact ${nth}`, phone: `+3461${String(nth).padStart(7, '0')}` };
      await says(
        `contact-${id}`,
        { type: 'ContactRegistered', data: { subject: id, personal } },
        { type: 'ContactOptedIn', data: {} },
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  for (let start = 0; start < people; start += MAX_IN_BATCH) {
    const contactIds = ids.slice(start, start + MAX_IN_BATCH);
    await says(`contactListBatch-${randomUUID()}`, { type: 'ContactsListed', data: { listId, contactIds } });
  }
  return { channelId, templateId, listId };
}

/** Starts a broadcast once the views contain every contact of the list. @returns its id */
async function started(
  ask: Ask,
  { listId, templateId, channelId }: Made,
  recipients: number,
): Promise<string> {
  const values = [{ slot: 'body.1', text: '{{contact.name|there}}' }];
  const draft = { name: 'Sale', templateId, channelId, listId, values };
  const { id } = await ask<{ id: string }>('POST', '/api/v3/engage/broadcasts', draft);
  for (;;) {
    const path = `/api/v3/engage/broadcasts/${id}/estimate`;
    // The views may not have folded the draft yet.
    const found = await ask<{ recipients: number }>('GET', path).catch(() => null);
    if (found?.recipients === recipients) break;
    await pause(POLL_MS);
  }
  await ask('POST', `/api/v3/engage/broadcasts/${id}/start`, {});
  return id;
}

/** @returns the time in seconds until the ledger contains every recipient */
async function plannedIn(ask: Ask, id: string): Promise<number> {
  const start = performance.now();
  for (;;) {
    const { phase } = await ask<BroadcastDetails>('GET', `/api/v3/engage/broadcasts/${id}`);
    if (phase !== 'planning' && phase !== 'draft') return (performance.now() - start) / 1_000;
    await pause(POLL_MS);
  }
}

/** @returns the number of messages sent per second, counted from the first that WhatsApp accepts */
async function sendRate(graph: GraphDouble, seconds: number): Promise<number> {
  while (graph.sends.length === 0) await pause(POLL_MS);
  const [start, before] = [performance.now(), graph.sends.length];
  await pause(seconds * 1_000);
  return ((graph.sends.length - before) * 1_000) / (performance.now() - start);
}

/** Contacts who write messages, and an agent's socket that receives them. */
class Inbox {
  private constructor(
    private readonly provider: WebhookSender,
    private readonly arrivals: Arrivals,
  ) {}

  static async open(bench: Bench, installation: Installation, address: string): Promise<Inbox> {
    const provider = new WebhookSender(address, installation, 50);
    bench.onEnd(async () => provider.close());
    await provider.untilTaken();
    const agents = await Listeners.connect(address, [await installation.tokenOf(installation.agentIds[0]!)]);
    bench.onEnd(() => agents.close());
    return new Inbox(provider, new Arrivals(agents));
  }

  /**
   * Posts messages at a steady rate.
   * @returns the latency of each from the webhook to the socket, in ms
   */
  async latencies(seconds: number): Promise<number[]> {
    const words = Array.from({ length: seconds * INBOUND_PER_SECOND }, () => this.arrivals.newWord());
    const posted: number[] = [];
    await steadily(INBOUND_PER_SECOND, words.length, async (index) => {
      posted[index] = performance.now();
      await this.provider.post(words[index] ?? '');
    });
    const heard = await this.arrivals.of(words);
    return heard.flatMap((times, index) => times.map((time) => time - posted[index]!));
  }
}

/**
 * Measures the time for pages of a ledger. Its rows are inserted by SQL, in the form in which the view writes them.
 */
async function overview(bench: Bench, { customerId, engines }: Installation): Promise<Measurement> {
  const { database } = engines;
  const [id, rows] = [randomUUID(), bench.size(LEDGER)];
  bench.tell(`a ledger of ${rows.toLocaleString('en')} is filled`);
  await database.query(
    `insert into engage.recipient (broadcast_id, contact_id, customer_id, status, attempt, variant, due_at, queued_at, sent_at)
     select $1, gen_random_uuid(), $2, (array['sent', 'delivered', 'read', 'failed', 'skipped'])[1 + n % 5], 1, 'a',
            now(), now(), now()
       from generate_series(1, $3::integer) n`,
    [id, customerId, rows],
  );
  await database.query('analyze engage.recipient');
  const ledger = new LedgerQueries(database);
  const filters = ['all', 'delivered', 'failed', 'skipped'] as const;
  const taken = await latencies(20, bench.size(200), (nth) =>
    ledger.page(customerId, id, { filter: filters[nth % filters.length]!, after: randomUUID(), limit: 50 }),
  );
  return {
    name: `engage, overview of ${rows.toLocaleString('en')}, p95`,
    value: percentile(taken, 0.95),
    unit: 'ms',
    goal: { of: 'value', atMost: 50 },
  };
}
