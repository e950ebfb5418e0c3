import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../libs/testing/src/proof/random';
import type { Api } from './api';
import { demo, demoIngress } from './demo';
import type { Product } from './product';
import { messageWebhook, postWebhook } from './webhook';

/** Nothing may take longer than this, whatever has just been killed. */
const PATIENCE_MS = 15_000;
const RETRY_AFTER_MS = 50;

/** People who write, each on a phone of their own, through a provider that posts again until it hears 200. */
export class Contacts {
  /** Numbers of the messages whose webhook was answered with 200. */
  readonly acknowledged = new Set<number>();
  posts = 0;
  private next = 0;

  constructor(
    private readonly product: Product,
    readonly people: number,
  ) {}

  static textOf(number: number): string {
    return `message ${number}`;
  }

  /** Makes the next message, and posts it until it is acknowledged. */
  async write(): Promise<void> {
    const number = this.next++;
    const body = messageWebhook({
      id: `wamid.traffic.${number}`,
      from: `3461200${String(number % this.people).padStart(4, '0')}`,
      name: `Ana ${number % this.people}`,
      content: { type: 'text', text: { body: Contacts.textOf(number) } },
    });
    for (let status = 0; status !== 200;) {
      status = await this.post(body);
      if (status !== 200) await comeAgain(Contacts.textOf(number), status);
    }
    this.acknowledged.add(number);
  }

  private post(body: Buffer): Promise<number> {
    this.posts++;
    return statusOf((signal) => postWebhook(demoIngress(this.product.url), body, demo.appSecret, signal));
  }
}

/** An agent who answers, through a client that asks again with the same key until it hears 200. */
export class Agent {
  /** Texts of the messages that were queued. */
  readonly queued = new Set<string>();
  private next = 0;

  constructor(
    private readonly name: string,
    private readonly signIn: () => Promise<Api>,
    private api: Api,
    private readonly random: Random,
  ) {}

  async answer(chatIds: string[]): Promise<void> {
    const text = `answer ${this.name}/${this.next++}`;
    const request = {
      chat: { id: this.random.pick(chatIds) },
      content: { text },
      idempotencyKey: `${this.name}-${this.next}-${this.random.below(2 ** 31)}`,
    };
    let status = await this.send(request);
    // Its token has ended: one more try with a fresh one.
    if (status === 401) {
      this.api = await this.signIn();
      status = await this.send(request);
    }
    for (; status !== 200; status = await this.send(request)) await comeAgain(text, status);
    this.queued.add(text);
  }

  private send(request: unknown): Promise<number> {
    return statusOf((signal) => this.api.request('POST', '/api/v3/messages/send', request, signal));
  }
}

/** Of the answer, or 0 where the connection broke before there was one. */
async function statusOf(ask: (signal: AbortSignal) => Promise<Response>): Promise<number> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await ask(signal);
    await response.arrayBuffer();
    return response.status;
  } catch {
    if (signal.aborted) throw new Error(`There was no answer within ${PATIENCE_MS} ms.`);
    return 0;
  }
}

/** Waits before the next try; only whoever is down, or says that something is, is asked again. */
async function comeAgain(what: string, status: number): Promise<void> {
  if (status !== 0 && status !== 503) throw new Error(`${what} was answered with ${status}.`);
  await pause(RETRY_AFTER_MS);
}
