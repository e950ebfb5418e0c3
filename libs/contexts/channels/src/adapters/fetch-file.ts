import type { MessageAsset } from '@parley/contracts/events';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import type { Connection, MediaResult } from './adapter';
import { download, fetched, type DownloadLimits } from './download';
import type { Ask } from './http';

/** The largest file that a provider of ours passes on: a document of WhatsApp. */
const LIMITS: DownloadLimits = { maxBytes: 100 * 1024 * 1024, timeoutMs: 60_000 };

/** Where anybody may keep files: nobody is told our token there. */
const RENTED = /(^|\.)amazonaws\.com$/;

/** Fetches a file that its webhook named by an address of the provider, which is its `mediaId`. */
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
