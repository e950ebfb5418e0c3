import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import type { EventsResponse } from '../../../libs/foundation/contracts/src/api/events';
import type {
  WebhookEventResponse,
  WebhookResponse,
} from '../../../libs/foundation/contracts/src/api/webhooks';
import { Proof } from '../../../libs/test-support/testing/src/proof/proof';
import { Api } from '../support/api';
import { demo } from '../support/demo';
import { Product } from '../support/product';

/** A low estimate of the number of events per seeded conversation. */
const EVENTS_EACH = 6;
const EVENTS_A_KILL = 1_000;
const PAGE = 500;
const START = '0'.repeat(20);

const proof = new Proof('webhooks-out', { unit: 'events', small: 500, full: 50_000 });
const kills = Math.ceil(proof.count / EVENTS_A_KILL);

test('delivers a backlog completely and in the order of each conversation while the server is killed', async () => {
  test.skip(!proof.isFull, 'It takes minutes: scripts/torture webhooks-out runs it.');
  test.setTimeout(proof.timeout(600, 2 * 3_600));
  const receiver = await Receiver.open();
  const product = await Product.start({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', LIMITS: 'off' });
  try {
    const conversations = String(Math.ceil(proof.count / EVENTS_EACH));
    const seed = resolve(__dirname, '../../../scripts/seed');
    await promisify(execFile)(seed, ['--conversations', conversations], { env: product.env });
    const api = await Api.signIn(product, demo.admin.email);
    const names = (await api.get<WebhookEventResponse[]>('/api/v3/webhook-events'))
      .filter(({ group }) => group === 'chat' || group === 'message')
      .map(({ name }) => name);
    const expected = (await eventsOf(api, names)).slice(0, proof.count);
    const made = await api.request('POST', '/api/v3/webhooks', { url: receiver.url, events: names });
    const { id } = (await made.json()) as { id: string };
    const asked = await api.request('POST', `/api/v3/webhooks/${id}/replay`, { position: START });
    expect([made.status, asked.status]).toEqual([201, 202]);

    for (let kill = 0; kill < kills; kill++) {
      const from = kill * EVENTS_A_KILL;
      await receiver.taken(Math.min(from, expected.length));
      await pause(proof.random.below(300));
      await product.kill();
      await product.boot();
      proof.progress(from);
    }
    await expect
      .poll(() => expected.filter((event) => !receiver.places.has(event.id)).length, {
        timeout: proof.timeout(120, 3_600),
        intervals: [500],
      })
      .toBe(0);
    expect(wronglyOrdered(expected, receiver.places)).toEqual([]);
    const again = await Api.signIn(product, demo.admin.email);
    const { data } = await again.get<{ data: WebhookResponse[] }>('/api/v3/webhooks');
    expect(data.find((webhook) => webhook.id === id)?.state).toBe('active');
    proof.report(expected.length, { kills, 'told more than once': receiver.repeated });
  } finally {
    await product.stop();
    await receiver.close();
  }
});

type Told = EventsResponse['data'][number];

/** Every event of these types, from the API. */
async function eventsOf(api: Api, names: string[]): Promise<Told[]> {
  const all: Told[] = [];
  for (let after = START, hasMore = true; hasMore;) {
    const page = await api.get<EventsResponse>(
      `/api/v3/events?limit=${PAGE}&payload=thin&after=${after}&types=${names.join(',')}`,
    );
    all.push(...page.data);
    ({ next: after, hasMore } = page);
  }
  return all;
}

/** Ids of events that the receiver got before an earlier event of the same conversation. */
function wronglyOrdered(events: Told[], places: ReadonlyMap<string, number>): string[] {
  const lastOf = new Map<unknown, number>();
  return events.flatMap(({ id, data }) => {
    const place = places.get(id) ?? -1;
    const isLate = place < (lastOf.get(data.chatId) ?? 0);
    lastOf.set(data.chatId, place);
    return isLate ? [id] : [];
  });
}

/** A fake webhook receiver that accepts every event and records the order. */
class Receiver {
  /** Place of each event's first arrival in the order of arrivals, by event id. */
  readonly places = new Map<string, number>();
  repeated = 0;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Receiver> {
    const receiver: Receiver = new Receiver(
      createServer((request, response) => {
        request.resume().on('end', () => {
          const id = String(request.headers['webhook-id']);
          if (receiver.places.has(id)) receiver.repeated++;
          else receiver.places.set(id, receiver.places.size);
          response.writeHead(204).end();
        });
      }),
    );
    await new Promise<void>((done) => receiver.server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  async taken(count: number): Promise<void> {
    while (this.places.size < count) await pause(20);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
