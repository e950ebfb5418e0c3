import type { MessageAsset } from '@parley/contracts/events';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import type { Connection, MediaResult } from './adapter';
import { download, fetched, type DownloadLimits } from './download';
import type { Ask } from './http';

/** Documents of WhatsApp are the largest files that providers deliver. */
const LIMITS: DownloadLimits = { maxBytes: 100 * 1024 * 1024, timeoutMs: 60_000 };

/** A cloud storage where anyone can keep files: our token is never sent there. */
const RENTED = /(^|\.)amazonaws\.com$/;

/** Downloads a file from the address in its webhook, which is its `mediaId`. */
export async function fetchFile(
  { mediaId, contentType }: MessageAsset,
  { ask, connection, headers }: { ask: Ask; connection: Connection; headers: Record<string, string> },
  limits = LIMITS,
): Promise<MediaResult> {
  const url = mediaId ?? '';
  const isRented = RENTED.test(parseUrl(url)?.hostname ?? '');
  const body = await download({ ask, connection, headers: isRented ? {} : headers, limits }, url);
  return Buffer.isBuffer(body) ? fetched(body, contentType) : body;
}
