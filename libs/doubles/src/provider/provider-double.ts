import type { AddressInfo } from 'node:net';
import express, { type Express, type Request, type Response as Answer } from 'express';
import { pause } from '../graph/status-poster';

/** An answer that a double gives instead of its own. */
export interface Refusal {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** What the next request to send meets instead of success. */
type Mishap =
  | { kind: 'refuse'; refusal: Refusal }
  /** It is taken, and answered late. */
  | { kind: 'delay'; ms: number }
  /** It is taken, and the connection is lost before the answer. */
  | { kind: 'lose' };

/** What doubles of providers' APIs share: an Express app, a port of its own, and a hand on what goes wrong. */
export abstract class ProviderDouble {
  readonly app: Express = express();
  private readonly mishaps: Mishap[] = [];

  protected constructor() {
    this.app.disable('x-powered-by');
  }

  /** The next request to send is refused; `times` of them, if given. */
  refuseNext(refusal: Refusal, times = 1): void {
    for (let index = 0; index < times; index++) this.mishaps.push({ kind: 'refuse', refusal });
  }

  /** The next request to send is taken and its answer comes late. */
  delayNext(ms: number): void {
    this.mishaps.push({ kind: 'delay', ms });
  }

  /** The next request to send is taken and its answer lost. */
  loseNext(): void {
    this.mishaps.push({ kind: 'lose' });
  }

  /** Serves it on a port of its own, on this machine only. */
  async listen(): Promise<{ url: string; close: () => Promise<void> }> {
    const server = this.app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const close = () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    return { url: `http://127.0.0.1:${port}`, close };
  }

  /**
   * Answers a request to send, or has it meet what comes next.
   * @param take keeps the message and says what the provider answers
   * @param refusal why the provider refuses it whatever comes next
   */
  protected async takeSend(
    request: Request,
    answer: Answer,
    take: () => object,
    refusal: Refusal | null = null,
  ): Promise<void> {
    if (refusal) return give(answer, refusal);
    const mishap = this.mishaps.shift();
    if (mishap?.kind === 'refuse') return give(answer, mishap.refusal);
    const body = take();
    if (mishap?.kind === 'lose') return void request.socket.destroy();
    if (mishap?.kind === 'delay') await pause(mishap.ms);
    answer.json(body);
  }
}

export function give(answer: Answer, { status, body, headers = {} }: Refusal): void {
  answer.status(status).set(headers).json(body);
}

/** A webhook as a double posts it. */
export interface PostedWebhook {
  body: Buffer;
  headers: Record<string, string>;
}

/**
 * Posts a webhook, again while the other side is away; `times` deliveries of it, one after the other.
 * @returns the last answer's status, or 0 where nobody answered
 */
export async function postWebhook(
  url: string,
  { body, headers }: PostedWebhook,
  { tries = 8, times = 1 } = {},
): Promise<number> {
  let status = 0;
  for (let time = 0; time < times; time++) {
    for (let attempt = 1; attempt <= tries; attempt++) {
      status = await post(url, body, headers);
      if (status === 200) break;
      await pause(50 * 2 ** attempt);
    }
  }
  return status;
}

async function post(url: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** The fields and files of a multipart body. */
export async function formOf(request: Request): Promise<FormData | null> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(new Uint8Array(request.body as Buffer), { headers }).formData().catch(() => null);
}
