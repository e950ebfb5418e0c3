import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Destination } from './guarded-address';

export interface GuardedCall {
  method: string;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** Maximum bytes of the response. */
  largestAnswer: number;
}

export interface GuardedAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The call got no usable response. `reason` is `timeout`, `too_large` or an error code of Node. */
export class CallFailed extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/**
 * Sends a request to the checked address and connects to no other. Does not follow redirects: the caller checks their
 * target first.
 * @throws CallFailed if there is no usable response
 */
export function guardedRequest(
  { url, address }: Destination,
  { method, headers, body, timeoutMs, largestAnswer }: GuardedCall,
): Promise<GuardedAnswer> {
  const family = isIP(address);
  const signal = AbortSignal.timeout(timeoutMs);
  const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new CallFailed(signal.aborted ? 'timeout' : reason));
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = send(url, {
      method,
      // The request uses a connection of its own, so that no open connection to another address is reused.
      agent: false,
      headers: { ...headers, ...length },
      lookup: (_host, { all }, found) =>
        all ? found(null, [{ address, family }]) : found(null, address, family),
      signal,
    });
    request.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.name));
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size <= largestAnswer) return;
        reject(new CallFailed('too_large'));
        response.destroy();
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
          ),
          body: Buffer.concat(parts),
        }),
      );
      response.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.name));
    });
    request.end(body);
  });
}
