import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../libs/test-support/testing/src/proof/random';
import type { Api } from './api';
import { demo, demoIngress } from './demo';
import type { Product } from './product';
import { messageWebhook, postWebhook } from './webhook';

/** Time limit in ms for any response, even after a kill on a busy machine. */
const PATIENCE_MS = 60_000;
const RETRY_AFTER_MS = 50;

/**
 * Contacts who write, each on their own phone, through a provider that posts each message until the response is 200.
 */
export class Contacts {
  /** Texts of the messages whose webhook got the response 200. */
  readonly acknowledged = new Set<string>();
  posts = 0;
  private next = 0;

  constructor(
    private readonly product: Product,
    private readonly people: number,
  ) {}

  /** Posts the next message until it is acknowledged. */
  async write(): Promise<void> {
    const number = this.next++;
    const text = `message ${number}`;
    const body = messageWebhook({
      id: `wamid.traffic.${number}`,
      from: `3461200${String(number % this.people).padStart(4, '0')}`,
      name: `Ana ${number % this.people}`,
      content: { type: 'text', text: { body: text } },
    });
    await untilTaken(text, (signal) => {
      this.posts++;
      return postWebhook(demoIngress(this.product.url), body, demo.appSecret, signal);
    });
    this.acknowledged.add(text);
  }
}

/** An agent who replies through a client that retries with the same key until the response is 200. */
export class Agent {
  /** Texts of the messages that the server has accepted for sending. */
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
    await untilTaken(text, async (signal) => {
      const answer = await this.send(request, signal);
      if (answer.status !== 401) return answer;
      // The token has expired, so the request is sent once more with a new one.
      this.api = await this.signIn();
      return this.send(request, signal);
    });
    this.queued.add(text);
  }

  private send(request: unknown, signal: AbortSignal): Promise<Response> {
    return this.api.request('POST', '/api/v3/messages/send', request, signal);
  }
}

/**
 * Repeats a request until the response is 200, as providers and Parley's own client do. Retries only after a broken
 * connection or 503.
 * @throws Error on any other status, or if a response takes longer than the time limit
 */
export async function untilTaken(
  what: string,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<void> {
  for (let status = await statusOf(ask); status !== 200; status = await statusOf(ask)) {
    if (status !== 0 && status !== 503) throw new Error(`${what} was answered with ${status}.`);
    await pause(RETRY_AFTER_MS);
  }
}

/** Status of the response; 0 if the connection broke before the response. */
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
