import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { webhookPathOf } from '@parley/channels/read/channels.queries';
import { Organisation, tell } from '@parley/server/testing/organisation';
import type { RunningServer } from '@parley/server/testing/running-server';
import type { ProviderWebhooks } from '../provider-webhooks';

const MESSAGE_INTERVAL_MS = 1_000;
const HEALTH_INTERVAL_MS = 100;
const POLL_INTERVAL_MS = 20;
const VISIBLE_TIMEOUT_MS = 30_000;

/** Durations in ms that were measured in the bystander's organisation during an attack, shortest first. */
export interface Observation {
  /** Times from the post of an inbound message until the list of conversations contains it. */
  messages: number[];
  /** Response times of `/health/live`. */
  health: number[];
}

/** An organisation that uses the same process as the attacked organisation, and receives a message each second. */
export class Bystander {
  private readonly organisation: Organisation;
  private path = '';
  private token = '';
  /** Telegram's number of the last posted message. */
  private lastMessage = randomInt(1, 1_000_000);

  constructor(
    private readonly server: RunningServer,
    private readonly webhooks: ProviderWebhooks,
    name = 'bystander',
  ) {
    this.organisation = new Organisation(name);
  }

  /** Adds the organisation, connects its channel, and receives a first message, which is not measured. */
  async prepare(): Promise<void> {
    const { engines, issuer } = this.server;
    const { customerId } = this.organisation;
    await tell(engines, this.organisation);
    const channelId = await this.webhooks.connect(
      'telegram',
      customerId,
      String(randomInt(1, 1_000_000_000)),
    );
    this.path = webhookPathOf('telegram', channelId);
    this.token = await issuer.sign({ user_id: this.organisation.id('admin'), customer_id: customerId });
    await this.server.shown();
    await this.receive();
  }

  /** Measures until `work` has ended. */
  async observe(work: () => Promise<void>): Promise<Observation> {
    const observation: Observation = { messages: [], health: [] };
    let isOver = false;
    const repeat = async (durations: number[], intervalMs: number, act: () => Promise<void>) => {
      while (!isOver) {
        const start = performance.now();
        await act();
        durations.push(performance.now() - start);
        await pause(Math.max(0, intervalMs - (performance.now() - start)));
      }
      durations.sort((a, b) => a - b);
    };
    await Promise.all([
      repeat(observation.messages, MESSAGE_INTERVAL_MS, () => this.receive()),
      repeat(observation.health, HEALTH_INTERVAL_MS, () => this.askHealth()),
      work().finally(() => (isOver = true)),
    ]);
    return observation;
  }

  /** Posts an inbound message and waits until the list of conversations contains it. */
  private async receive(): Promise<void> {
    const text = `Still here ${randomUUID()}`;
    const person = { id: 4_711, first_name: 'Ana' };
    const message = {
      message_id: ++this.lastMessage,
      from: { ...person, is_bot: false },
      chat: { ...person, type: 'private' },
      date: Math.floor(Date.now() / 1_000),
      text,
    };
    const body = Buffer.from(JSON.stringify({ update_id: this.lastMessage, message }));
    const status = await this.webhooks.send('telegram', this.path, { body, contentType: 'application/json' });
    if (status !== 200) throw new Error(`The bystander's webhook was answered with ${status}.`);
    const list = `${this.server.url}/api/v3/messaging-chats/chats-list?list=new`;
    const headers = { 'api-key': 'parley-web', authorization: `Bearer ${this.token}` };
    for (const deadline = Date.now() + VISIBLE_TIMEOUT_MS; Date.now() < deadline;) {
      const response = await fetch(list, { headers });
      if (!response.ok) throw new Error(`The bystander's list was answered with ${response.status}.`);
      if ((await response.text()).includes(text)) return;
      await pause(POLL_INTERVAL_MS);
    }
    throw new Error(`The bystander's list lacks a message after ${VISIBLE_TIMEOUT_MS} ms.`);
  }

  private async askHealth(): Promise<void> {
    const response = await fetch(`${this.server.url}/health/live`);
    if (!response.ok) throw new Error(`/health/live was answered with ${response.status}.`);
    await response.text();
  }
}

/** The value at a share (0 to 1) of an ascending list; 0 if the list is empty. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
