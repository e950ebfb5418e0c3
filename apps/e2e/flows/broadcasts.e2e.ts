import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type {
  BroadcastDetails,
  LedgerEntry,
  LedgerResponse,
} from '../../../libs/foundation/contracts/src/api/broadcasts';
import type { ContactImport } from '../../../libs/foundation/contracts/src/api/contact-imports';
import type { CreatedResponse } from '../../../libs/foundation/contracts/src/api/conversations';
import type { TemplatesResponse } from '../../../libs/foundation/contracts/src/api/templates';
import { demoWhatsapp } from '../../../libs/installation/demo/src/demo-channels';
import { demoShelf } from '../../../libs/installation/demo/src/demo-templates';
import { graphDouble, type GraphSend } from '../../../libs/test-support/doubles/src/graph/graph-double';
import { Proof } from '../../../libs/test-support/testing/src/proof/proof';
import { missingTools } from '../../../scripts/support/kafka';
import { Api } from '../support/api';
import { demo, demoIngress } from '../support/demo';
import { inDatabase } from '../support/database';
import { KafkaBroker } from '../support/kafka-broker';
import { Product } from '../support/product';
import { synchronised } from '../support/templates';
import { untilTaken } from '../support/traffic';
import { planOf, victims, type Kill, type Victims } from '../support/victims';
import { postWebhook } from '../support/webhook';

const proof = new Proof('engage', { unit: 'kills', small: 2, full: 200 });
const missing = missingTools();
/**
 * Number of kills that run on Kafka: half of them if its tools are installed; none in the short run of the test
 * suite.
 */
const kills = { kafka: proof.isFull && missing.length === 0 ? Math.floor(proof.count / 2) : 0 };
/** Number of kills for each broadcast. */
const KILLS_A_BROADCAST = 4;
const PEOPLE = proof.size(40, 2_000);
/** Number of broadcasts that are sent at the same time. */
const AT_ONCE = 3;
const REPORTERS = 8;
/** Maximum time in ms for the response to a request, even after a kill. */
const ANSWER_MS = 60_000;
/**
 * Maximum time in ms for a broadcast to end (`OVER_MS`), and then for its last delivery reports to arrive
 * (`TOLD_MS`).
 */
const OVER_MS = proof.size(120_000, 900_000);
const TOLD_MS = 60_000;
/** Messages per second, few enough for kills to hit messages while they are being sent. */
const PER_SECOND = proof.size(20, 200);

/** The broadcast named in the text of a send that the fake provider accepted; '' if there is none. */
const nameOf = ({ body }: GraphSend) => /Round \d+/.exec(JSON.stringify(body))?.[0] ?? '';
const keyOf = (name: string, phone: string) => `${name} ${phone.replace('+', '')}`;

const found: Record<string, number> = {};
let done = 0;

test('sends each person each broadcast once while the server and PostgreSQL are killed and managers pause and cancel', async () => {
  test.setTimeout(proof.timeout(300, 4 * 3_600));
  await prove(proof.count - kills.kafka, victims(proof.random), { KAFKA_BROKERS: '' });
});

test('sends each person each broadcast once on Kafka, which is killed as well', async () => {
  test.skip(!proof.isFull, 'It takes minutes: scripts/torture engage runs it.');
  test.skip(missing.length > 0, `There is no ${missing.join(' and no ')} here to start a broker with.`);
  test.setTimeout(proof.timeout(400, 4 * 3_600));
  const broker = await KafkaBroker.start();
  try {
    const kafka: Kill = async () => {
      await broker.kill();
      return () => broker.boot();
    };
    await prove(kills.kafka, { kafka, ...victims(proof.random) }, { KAFKA_BROKERS: broker.address });
  } finally {
    await broker.stop();
  }
});

/**
 * Runs `share` kills, evenly spread over the kinds of processes in `deadly`, while broadcasts are sent; then compares
 * the ledger with the sends that the fake provider recorded.
 */
async function prove(share: number, deadly: Victims, settings: NodeJS.ProcessEnv): Promise<void> {
  const graph = graphDouble({
    appSecret: demo.appSecret,
    accessToken: demo.accessToken,
    answerDelayMs: () => proof.random.below(60),
  });
  graph.shelves.set(demoWhatsapp.businessAccountId, demoShelf());
  const double = await graph.listen();
  const product = await Product.start({ PARLEY_DEMO_GRAPH_URL: double.url, ...settings });
  try {
    const office = await Office.open(product);
    const broadcasts = Math.max(AT_ONCE, Math.ceil(share / KILLS_A_BROADCAST));
    const names = Array.from({ length: broadcasts }, (_, nth) => `Round ${nth + 1}`);
    const ids = new Map<string, string>();
    for (const name of names) ids.set(name, await office.draft(name));

    const reported = new Set<string>();
    const isLoaded = { now: true };
    const cancelled = new Set<string>();
    const waiting = [...names];
    const load = [
      ...Array.from({ length: AT_ONCE }, async () => {
        for (let name = waiting.shift(); name; name = waiting.shift()) {
          const id = ids.get(name)!;
          await office.start(id);
          await office.meddle(id, () => isLoaded.now && proof.random.chance(0.5));
          if (proof.random.chance(0.2)) {
            await office.press(id, 'cancel');
            cancelled.add(name);
          }
          await office.over(id);
        }
      }),
    ];
    const reporting = report(product, graph, reported, isLoaded);
    const ended = Promise.all(load).then(() => (isLoaded.now = false));
    for (const victim of planOf(proof.random, share, Object.keys(deadly))) {
      const before = graph.sends.length;
      const giveUpAt = Date.now() + 120_000;
      while (isLoaded.now && graph.sends.length < before + 5) {
        if (Date.now() > giveUpAt) throw new Error(`Nothing is sent any more:\n${await stateOf(product)}`);
        await pause(20);
      }
      // Kills that remain after the last broadcast hit an idle server and only test another restart.
      await pause(proof.random.below(300));
      const revive = await deadly[victim]!(product);
      await revive?.();
      count(`of ${victim}`, 1);
      done++;
      proof.progress(done);
    }
    await ended;
    await reporting;

    const taken = new Map<string, number>();
    const rowed = new Set<string>();
    for (const send of graph.sends) {
      const key = keyOf(nameOf(send), send.recipient);
      taken.set(key, (taken.get(key) ?? 0) + 1);
    }
    expect(
      [...taken].filter(([, count]) => count > 1),
      'sent twice',
    ).toEqual([]);
    for (const name of names) {
      const isTold = ({ phone, status }: LedgerEntry) =>
        status === 'read' || !reported.has(keyOf(name, phone!));
      const rows = await office.settled(ids.get(name)!, isTold);
      const phones = rows.map(({ phone }) => phone!).sort();
      // A broadcast that was cancelled during planning adds no further people.
      const expected = cancelled.has(name)
        ? office.phones.filter((phone) => phones.includes(phone))
        : office.phones;
      expect(phones, `people of ${name}`).toEqual(expected);
      const told = rows.map((row) => ({ ...row, key: keyOf(name, row.phone!) }));
      for (const { key } of told) rowed.add(key);
      const untrue = told.filter(({ key, status }) => {
        const count = taken.get(key) ?? 0;
        if (status === 'cancelled') return count > 0;
        return status === 'unknown' ? false : count !== 1 || !['sent', 'delivered', 'read'].includes(status);
      });
      expect(untrue.map(({ key, status, reason }) => `${key}: ${status} ${reason}`)).toEqual([]);
      const unread = told.filter(({ key, status }) => reported.has(key) && status !== 'read');
      expect(unread.map(({ key, status }) => `${key}: ${status}`)).toEqual([]);
      const withdrawn = told.filter(({ status }) => status === 'cancelled').length;
      if (!cancelled.has(name)) expect(withdrawn, `cancelled of ${name}`).toBe(0);
      count('cancelled', withdrawn);
      const unknown = told.filter(({ status }) => status === 'unknown');
      count('unknown', unknown.length);
      if (proof.isFull) for (const { key } of unknown) process.stderr.write(`unknown: ${key}\n`);
    }
    expect(
      [...taken.keys()].filter((key) => !rowed.has(key)),
      'sent to nobody of the ledger',
    ).toEqual([]);
    expect(graph.sends.length).toBeGreaterThan(0);
    count('broadcasts', names.length);
    count('sends', graph.sends.length);
    proof.report(done, { ...found, doubled: 0, missing: 0 });
  } finally {
    await product.stop();
    await double.close();
  }
}

function count(name: string, value: number): void {
  found[name] = (found[name] ?? 0) + value;
}

/** Progress of broadcasts and engines, and activity of PostgreSQL, to diagnose a test that makes no progress. */
async function stateOf(product: Product): Promise<string> {
  const asked = {
    broadcasts: 'select id, status from engage.broadcast',
    recipients: 'select status, count(*)::int from engage.recipient group by 1',
    head: 'select max(position) from event_log.event',
    reactions: 'select reaction, position from parley.reaction_checkpoint order by 2',
    views: 'select view, position from parley.view_checkpoint order by 2',
    bus: `select topic, grp, partition, p.next, c."offset" from bus.partition p join bus.consumer c using (topic, partition)
           where p.next > c."offset"`,
    members: 'select pool, owner, until from parley.lease_member',
    activity: `select pid, state, wait_event, xact_start, left(query, 80) as query from pg_stat_activity
                where datname = current_database() and state <> 'idle'`,
  };
  const told = await inDatabase(product, async (database) => {
    const lines: string[] = [];
    for (const [name, query] of Object.entries(asked)) {
      const rows = await database.query(query).then(
        (answer) => answer.rows as unknown[],
        (error: Error) => [error.message],
      );
      lines.push(`${name}: ${JSON.stringify(rows)}`);
    }
    return lines.join('\n');
  }).catch(String);
  return `${product.lastWords}\n${told}`;
}

/**
 * Reports half of the sends as delivered and read, each report twice and in parallel, and retries until the product
 * accepts it.
 */
async function report(
  product: Product,
  graph: ReturnType<typeof graphDouble>,
  reported: Set<string>,
  isLoaded: { now: boolean },
): Promise<void> {
  let next = 0;
  const reporter = async () => {
    while (isLoaded.now || next < graph.sends.length) {
      const send = graph.sends[next];
      if (!send) {
        await pause(20);
        continue;
      }
      next++;
      if (!proof.random.chance(0.5)) continue;
      for (const status of ['delivered', 'read', 'read', 'delivered'] as const) {
        const body = graph.poster.body(send, status);
        await untilTaken(`${status} of ${send.externalId}`, (signal) =>
          postWebhook(demoIngress(product.url), body, demo.appSecret, signal),
        );
      }
      reported.add(keyOf(nameOf(send), send.recipient));
    }
  };
  await Promise.all(Array.from({ length: REPORTERS }, reporter));
}

/** The demo's manager with a contact list and a template; retries each request until there is a response. */
class Office {
  private constructor(
    private readonly product: Product,
    private api: Api,
    private readonly listId: string,
    private readonly templateId: string,
    /** Phone numbers of all people on the contact list, in order. */
    readonly phones: string[],
  ) {}

  static async open(product: Product): Promise<Office> {
    const api = await Api.signIn(product, demo.manager.email);
    await synchronised(product);
    let template: TemplatesResponse['data'][number] | undefined;
    const found = async () => {
      const { data } = await api.get<TemplatesResponse>('/api/v3/templates');
      template = data.find(({ name, language }) => name === 'bike_ready' && language === 'en');
      return template?.status;
    };
    await expect.poll(found, { timeout: TOLD_MS }).toBe('approved');
    const admin = await Api.signIn(product, demo.admin.email);
    await posted(admin, 'PATCH', '/api/v3/engage/settings', { perSecond: PER_SECOND });
    const list = await posted<CreatedResponse>(api, 'POST', '/api/v3/contact-lists', { name: 'Everybody' });
    const phones = Array.from({ length: PEOPLE }, (_, nth) => `+3469${String(nth).padStart(7, '0')}`);
    await imported(product, api, phones, list.id);
    return new Office(product, api, list.id, template!.id, phones.sort());
  }

  async draft(name: string): Promise<string> {
    const { templateId, listId } = this;
    const values = [
      { slot: 'body.1', text: '{{contact.name|there}}' },
      { slot: 'body.2', text: name },
    ];
    const content = { name, templateId, listId, channelId: demo.channelId, values };
    return (await posted<CreatedResponse>(this.api, 'POST', '/api/v3/engage/broadcasts', content)).id;
  }

  /**
   * Pauses, resumes, starts or cancels a broadcast; retries until the product responds. An action that comes too late
   * changes nothing.
   */
  async press(id: string, button: 'start' | 'pause' | 'resume' | 'cancel'): Promise<void> {
    await this.asked('POST', `/api/v3/engage/broadcasts/${id}/${button}`);
  }

  /** Starts a draft; retries until the views contain the draft's list and template. */
  async start(id: string): Promise<void> {
    for (const giveUpAt = Date.now() + TOLD_MS; ;) {
      const answer = await this.asked('POST', `/api/v3/engage/broadcasts/${id}/start`);
      if (answer.status === 200) return;
      const { phase } = await this.read<BroadcastDetails>(`/api/v3/engage/broadcasts/${id}`);
      if (phase !== 'draft') return;
      if (Date.now() > giveUpAt) throw new Error(`${id} cannot be started: ${await answer.text()}`);
      await pause(200);
    }
  }

  /** Pauses and resumes a broadcast at random moments while `isWanted`. */
  async meddle(id: string, isWanted: () => boolean): Promise<void> {
    while (isWanted()) {
      await pause(proof.random.below(1_500));
      await this.press(id, 'pause');
      await pause(proof.random.below(300));
      await this.press(id, 'resume');
    }
  }

  /** Waits until the broadcast has no message left to send. */
  async over(id: string): Promise<void> {
    for (const giveUpAt = Date.now() + OVER_MS; ;) {
      const { phase, counts } = await this.read<BroadcastDetails>(`/api/v3/engage/broadcasts/${id}`);
      const isOver = phase === 'finished' || phase === 'cancelled';
      if (isOver && counts.planned + counts.queued === 0) return;
      if (Date.now() > giveUpAt) {
        const stands = `${id} is ${phase}: ${JSON.stringify(counts)}`;
        throw new Error(`A broadcast comes to no end. ${stands}\n${await stateOf(this.product)}`);
      }
      await pause(200);
    }
  }

  /** The ledger rows of all people, once the bus is empty and `isTold` is true of all rows, or after a time limit. */
  async settled(id: string, isTold: (row: LedgerEntry) => boolean): Promise<LedgerEntry[]> {
    const waiting = () => this.product.metric('parley_bus_lag_messages').catch(() => -1);
    await expect.poll(waiting, { timeout: 120_000 }).toBe(0);
    for (const giveUpAt = Date.now() + TOLD_MS; ;) {
      const rows = await this.rows(id);
      if (rows.every(isTold) || Date.now() > giveUpAt) return rows;
      await pause(200);
    }
  }

  private async rows(id: string): Promise<LedgerEntry[]> {
    const rows: LedgerEntry[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: LedgerResponse = await this.read(
        `/api/v3/engage/broadcasts/${id}/recipients?limit=200${after && `&after=${after}`}`,
      );
      rows.push(...page.data);
      after = page.next;
    }
    return rows;
  }

  private async read<T>(path: string): Promise<T> {
    return (await (await this.asked('GET', path)).json()) as T;
  }

  /**
   * Sends a request until there is a response.
   * @returns the response, with status 200, with 409 for an action that comes too late, or with 422
   */
  private async asked(method: string, path: string): Promise<Response> {
    for (const giveUpAt = Date.now() + 3 * ANSWER_MS; ;) {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await this.api.request(method, path, undefined, signal).catch(() => null);
      if (answer && [200, 409, 422].includes(answer.status)) return answer;
      const { lastWords } = this.product;
      if (signal.aborted) throw new Error(`${method} ${path} was never answered:\n${lastWords}`);
      if (answer?.status === 401) this.api = await Api.signIn(this.product, demo.manager.email);
      // Retries on 404, because the views may not contain a new draft yet.
      else if (answer && ![404, 503].includes(answer.status))
        throw new Error(`${answer.url}: ${answer.status}`);
      if (Date.now() > giveUpAt) {
        const last = answer?.status ?? 'no connection';
        throw new Error(`${method} ${path} is not answered any more, but ${last}:\n${lastWords}`);
      }
      await pause(50);
    }
  }
}

async function posted<T = unknown>(api: Api, method: string, path: string, body: unknown): Promise<T> {
  const answer = await api.request(method, path, body, AbortSignal.timeout(ANSWER_MS));
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Imports people with these phone numbers, who have opted in to messages, into a list. */
async function imported(product: Product, api: Api, phones: string[], listId: string): Promise<void> {
  const form = new FormData();
  const lines = phones.map((phone, nth) => `Ana ${nth},${phone},yes`);
  form.set('file', new File([`name,phone,opt-in\n${lines.join('\n')}`], 'people.csv'));
  const answer = await fetch(`${product.url}/api/v3/contact-imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.bearer}`, 'api-key': 'parley-web' },
    body: form,
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const { id } = (await answer.json()) as ContactImport;
  const columns = [{ field: 'name' }, { field: 'phone' }, { optIn: true }];
  await posted(api, 'PATCH', `/api/v3/contact-imports/${id}`, { columns, listId });
  for (const step of ['check', 'run']) {
    await posted(api, 'POST', `/api/v3/contact-imports/${id}/${step}`, {});
    await expect
      .poll(async () => (await api.get<ContactImport>(`/api/v3/contact-imports/${id}`)).isStepDone, {
        timeout: 120_000,
      })
      .toBe(true);
  }
}
