import type { MessageAsset } from '@parley/contracts/events';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import type { Connection, MediaResult } from '../adapter';
import { download, type DownloadLimits, failed, fetched } from '../download';
import { ask, MEDIA_TIMEOUT_MS, signed } from './x-api';

/** X's size limit for videos in direct messages. */
export const MEDIA_LIMIT = 15 * 1024 * 1024;

/**
 * Downloads a file from the address in the webhook. Only the account itself may download files of messages, so these
 * requests are signed.
 */
export async function fetchMedia(
  asset: MessageAsset,
  connection: Connection,
  limits: DownloadLimits = { maxBytes: MEDIA_LIMIT, timeoutMs: MEDIA_TIMEOUT_MS },
): Promise<MediaResult> {
  const url = asset.mediaId;
  if (!url) return failed('gone', false, 'The file has no address.');
  const isPrivate = parseUrl(url)?.pathname.startsWith('/1.1/ton/') ?? false;
  const headers: Record<string, string> = isPrivate ? signed('GET', url, connection) : {};
  const file = await download({ ask, connection, headers, limits }, url);
  return Buffer.isBuffer(file) ? fetched(file, asset.contentType) : file;
}
