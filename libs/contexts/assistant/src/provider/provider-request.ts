import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Destination } from '@parley/platform/http/guarded-address';
import { ProviderFailure } from './provider-failure';

export interface ProviderCall {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Time in ms without data after which the call fails. */
  silenceMs: number;
  signal: AbortSignal;
}

/**
 * Calls a provider at the address that was checked. The response is streamed. Follows no redirects.
 * @throws ProviderFailure
 */
export function askProvider(
  { url, address }: Destination,
  { method, headers, body, silenceMs, signal }: ProviderCall,
): Promise<IncomingMessage> {
  const family = isIP(address);
  const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = send(url, {
      method,
      agent: false,
      headers: { ...headers, ...length },
      lookup: (_host, { all }, found) =>
        all ? found(null, [{ address, family }]) : found(null, address, family),
      signal,
    });
    request.setTimeout(silenceMs, () => request.destroy(new Error('timeout')));
    request.on('error', (error: NodeJS.ErrnoException) =>
      reject(new ProviderFailure('assistant_failed', error.code ?? error.message)),
    );
    request.on('response', resolve);
    request.end(body);
  });
}

/** Reads the beginning of a response's body as text. */
export async function bodyOf(response: IncomingMessage, longest: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size > longest) break;
    }
  } catch {
    // The connection broke: the part of the body that arrived suffices.
  }
  return Buffer.concat(parts).toString('utf8').slice(0, longest);
}
