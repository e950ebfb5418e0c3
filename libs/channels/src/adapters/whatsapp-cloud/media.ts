import { createHash } from 'node:crypto';
import type { AssetFailure, MessageAsset } from '@parley/contracts/events';
import type { Connection, MediaResult } from '../adapter';
import { text } from '../json';
import { bearer, bodyOf, graphUrl, MEDIA_TIMEOUT_MS, META_API } from './graph-api';
import { ask, type Answer } from './http';

/** WhatsApp's own limit for documents, which are the largest files. */
export const MEDIA_LIMIT = 100 * 1024 * 1024;

/** Where Meta keeps files. */
const metaHosts = ['lookaside.fbsbx.com', '.whatsapp.net', '.fbcdn.net'];

/** Hops from one of Meta's hosts to another before we stop following. */
const MAX_REDIRECTS = 3;

export interface MediaLimits {
  maxBytes: number;
  timeoutMs: number;
}

/** Fetches a file of a received message: asks where it is, gets it from there, and checks that it is whole. */
export async function fetchMedia(
  asset: MessageAsset,
  connection: Connection,
  limits: MediaLimits = { maxBytes: MEDIA_LIMIT, timeoutMs: MEDIA_TIMEOUT_MS },
): Promise<MediaResult> {
  const { mediaId } = asset;
  if (!mediaId || !/^[\w-]+$/.test(mediaId)) return failed('gone', false, 'The file has no id to ask for.');
  const asked = await ask(graphUrl(connection, mediaId), { headers: bearer(connection) }, limits.timeoutMs);
  if (asked.arrived !== true || !asked.response.ok) return notGiven(asked);
  const { url, sha256, mime_type } = await bodyOf(asked.response);
  const file = await download(text(url, 8192) ?? '', connection, limits);
  if (!Buffer.isBuffer(file)) return file;
  const digest = createHash('sha256').update(file).digest();
  const wanted = [asset.sha256, text(sha256)].map(digestOf).filter((value) => value !== null);
  if (wanted.some((value) => !value.equals(digest))) {
    return failed('checksum', true, 'The file is not the one that was announced.');
  }
  const contentType = asset.contentType === 'application/octet-stream' ? text(mime_type, 255) : undefined;
  return {
    outcome: 'fetched',
    body: file,
    contentType: contentType ?? asset.contentType,
    sha256: digest.toString('hex'),
  };
}

function failed(reason: AssetFailure, retryable: boolean, detail: string): MediaResult {
  return { outcome: 'failed', reason, retryable, detail };
}

function notGiven(answer: Answer): MediaResult {
  if (answer.arrived !== true) return failed('provider_error', true, answer.detail);
  const { status } = answer.response;
  // An unknown id is 400 or 404; so is one whose seven days are over.
  if (status === 400 || status === 404 || status === 410)
    return failed('gone', false, `WhatsApp answered ${status}.`);
  return failed('provider_error', status === 429 || status >= 500, `WhatsApp answered ${status}.`);
}

async function download(
  first: string,
  connection: Connection,
  { maxBytes, timeoutMs }: MediaLimits,
): Promise<Buffer | MediaResult> {
  let url = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    if (!isProviders(url, connection))
      return failed('provider_error', false, 'The file is not kept by WhatsApp.');
    const answer = await ask(url, { headers: bearer(connection) }, timeoutMs);
    if (answer.arrived !== true) return notGiven(answer);
    const { response } = answer;
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location) {
      url = URL.canParse(location, url) ? new URL(location, url).href : '';
      continue;
    }
    return response.ok ? readAtMost(response, maxBytes) : notGiven(answer);
  }
  return failed('provider_error', false, 'The file moved too often.');
}

/**
 * Whether a web address is one of the provider's: over HTTPS at a host of Meta's, or at the very origin that this
 * channel's API has. Addresses come from outside, and nothing else is ever fetched from within our network.
 */
export function isProviders(url: string, connection: Connection): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(url);
  if (username || password) return false;
  if (origin === new URL(connection.apiBaseUrl ?? META_API).origin) return true;
  const isMetas = metaHosts.some(
    (host) => hostname === host || (host.startsWith('.') && hostname.endsWith(host)),
  );
  return protocol === 'https:' && port === '' && isMetas;
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

/** A SHA-256 digest in hexadecimal or base64; null where the text is neither and so cannot be checked against. */
function digestOf(value: string | undefined): Buffer | null {
  if (!value) return null;
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex');
  const digest = /^[A-Za-z0-9+/_-]{43}=?$/.test(value) ? Buffer.from(value, 'base64') : null;
  return digest?.length === 32 ? digest : null;
}
