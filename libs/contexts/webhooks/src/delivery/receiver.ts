import { request as plainRequest, Agent as PlainAgent } from 'node:http';
import { request as tlsRequest, Agent as TlsAgent } from 'node:https';
import { isIP } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Destination } from './receiver-address';

/** Timeout in ms after which a delivery has failed. */
export const TIMEOUT_MS = 10_000;
/** Maximum number of bytes of an answer that are stored. */
const MAX_ANSWER_LENGTH = 2_000;
const STALE = 'stale';

export interface Answer {
  /** HTTP status; null if the receiver did not answer. */
  status: number | null;
  /** Code of the failure, from Node or from this product; null if the receiver answered. */
  error: string | null;
  /** The beginning of the answer's body. */
  body: string;
  durationMs: number;
}

/** Connections to one receiver. They stay open between deliveries, each to a checked address. */
export class Receiver {
  private readonly plain: PlainAgent;
  private readonly tls: TlsAgent;

  constructor(connections: number) {
    this.plain = new PlainAgent({ keepAlive: true, maxSockets: connections });
    this.tls = new TlsAgent({ keepAlive: true, maxSockets: connections });
  }

  /** Posts a body. Follows no redirects and never throws. */
  async post(
    to: Destination,
    headers: Record<string, string>,
    body: string,
    timeoutMs = TIMEOUT_MS,
  ): Promise<Answer> {
    const answer = await this.try(to, headers, body, timeoutMs);
    // The receiver closed an open connection just when it was reused. The delivery has not failed, so the request is
    // sent once more.
    return answer.error === STALE ? this.try(to, headers, body, timeoutMs) : answer;
  }

  private try(
    { url, address }: Destination,
    headers: Record<string, string>,
    body: string,
    timeoutMs: number,
  ): Promise<Answer> {
    const started = performance.now();
    const isTls = url.protocol === 'https:';
    return new Promise((resolve) => {
      const end = (answer: Omit<Answer, 'durationMs'>) =>
        resolve({ ...answer, durationMs: Math.round(performance.now() - started) });
      const fail = (error: string) => end({ status: null, error, body: '' });
      const send = isTls ? tlsRequest : plainRequest;
      const family = isIP(address);
      const signal = AbortSignal.timeout(timeoutMs);
      const request = send(url, {
        method: 'POST',
        agent: isTls ? this.tls : this.plain,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        lookup: (_host, { all }, found) =>
          all ? found(null, [{ address, family }]) : found(null, address, family),
        signal,
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (signal.aborted) return fail('timeout');
        fail(request.reusedSocket && error.code === 'ECONNRESET' ? STALE : (error.code ?? error.name));
      });
      request.on('response', (response) => {
        const status = response.statusCode ?? null;
        const parts: Buffer[] = [];
        let size = 0;
        const done = () =>
          end({ status, error: null, body: Buffer.concat(parts).subarray(0, MAX_ANSWER_LENGTH).toString() });
        response.on('data', (part: Buffer) => {
          parts.push(part);
          size += part.length;
          if (size < MAX_ANSWER_LENGTH * 10) return;
          done();
          response.destroy();
        });
        response.on('end', done);
        // The status decides the result, even if the body breaks off.
        response.on('error', done);
      });
      request.end(body);
    });
  }

  close(): void {
    this.plain.destroy();
    this.tls.destroy();
  }
}
