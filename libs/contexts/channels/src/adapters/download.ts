import type { AssetFailure } from '@parley/contracts/events';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { digestOfFile } from '@parley/platform/storage/file-digest';
import type { Connection, MediaResult } from './adapter';
import { NOT_THE_PROVIDERS, type Answer, type Ask } from './http';

/** Maximum number of redirects between the provider's hosts. */
const MAX_REDIRECTS = 3;

export interface DownloadLimits {
  maxBytes: number;
  timeoutMs: number;
}

export interface Download {
  /** Calls only the provider's hosts, also after a redirect. */
  ask: Ask;
  connection: Connection;
  /** Omitted as soon as a redirect leads to another origin, as in browsers. */
  headers: Record<string, string>;
  limits: DownloadLimits;
  /** Receives the headers of the response that contains the file. */
  seen?: (headers: Headers) => void;
}

/** Downloads a file from an address of the provider, up to a maximum size. */
export async function download(
  { ask, connection, headers, limits, seen }: Download,
  first: string,
): Promise<Buffer | MediaResult> {
  let url = first;
  let sent = headers;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    if (!parseUrl(url)) return failed('provider_error', false, 'The file has no address.');
    const answer = await ask(connection, url, { headers: sent }, limits.timeoutMs);
    if (answer.arrived !== true) return notGiven(answer);
    const { response } = answer;
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location) {
      const next = parseUrl(location, url)?.href ?? '';
      if (next && new URL(next).origin !== new URL(url).origin) sent = {};
      url = next;
      continue;
    }
    if (!response.ok) return notGiven(answer);
    seen?.(response.headers);
    return readAtMost(response, limits.maxBytes);
  }
  return failed('provider_error', false, 'The file moved too often.');
}

export async function fetched(body: Buffer, contentType: string): Promise<MediaResult> {
  const digest = await digestOfFile(body);
  return { outcome: 'fetched', body, contentType, sha256: digest.toString('hex') };
}

export function failed(reason: AssetFailure, retryable: boolean, detail: string): MediaResult {
  return { outcome: 'failed', reason, retryable, detail };
}

export function notGiven(answer: Answer): MediaResult {
  if (answer.arrived !== true) {
    return failed('provider_error', answer.detail !== NOT_THE_PROVIDERS, answer.detail);
  }
  const { status } = answer.response;
  // Providers answer unknown ids with 400 or 404, and expired ids likewise.
  const isGone = status === 400 || status === 404 || status === 410;
  if (isGone) return failed('gone', false, `The provider answered ${status}.`);
  return failed('provider_error', status === 429 || status >= 500, `The provider answered ${status}.`);
}

async function readAtMost(response: Response, maxBytes: number): Promise<Buffer | MediaResult> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) return failed('too_large', false, `The file has more than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
  } catch {
    return failed('provider_error', true, 'The file broke off.');
  }
  return Buffer.concat(chunks);
}
