import type { MessageAsset } from '@parley/contracts/events';
import type { Connection, MediaResult } from '../adapter';
import { download, type DownloadLimits, failed, fetched, notGiven } from '../download';
import { text } from '../json';
import { ask, botUrl, call, MEDIA_TIMEOUT_MS, resultOf } from './bot-api';

/** Telegram's size limit for files that a bot downloads. */
export const MEDIA_LIMIT = 20 * 1024 * 1024;

/**
 * Downloads a file of a received message: requests its address, which is valid for an hour, and downloads from there.
 */
export async function fetchMedia(
  asset: MessageAsset,
  connection: Connection,
  limits: DownloadLimits = { maxBytes: MEDIA_LIMIT, timeoutMs: MEDIA_TIMEOUT_MS },
): Promise<MediaResult> {
  if (!asset.mediaId) return failed('gone', false, 'The file has no id to ask for.');
  const answer = await call(connection, 'getFile', { file_id: asset.mediaId });
  if (answer.arrived !== true) return notGiven(answer);
  const found = await resultOf(answer.response);
  if (!found || !('result' in found)) {
    const isTooBig = found !== null && /too big/i.test(found.error.description);
    return isTooBig ? failed('too_large', false, 'Telegram gives bots 20 MB at most.') : notGiven(answer);
  }
  const path = text(found.result.file_path, 1024);
  const url = path && !path.split('/').includes('..') ? botUrl(connection, 'file', path) : null;
  if (!url) return failed('gone', false, 'Telegram did not say where the file is.');
  const file = await download({ ask, connection, headers: {}, limits }, url);
  return Buffer.isBuffer(file) ? fetched(file, asset.contentType) : file;
}
