import type { MessageAsset } from '@parley/contracts/events';
import type { Connection, MediaResult } from '../adapter';
import { download, type DownloadLimits, failed, fetched, notGiven } from '../download';
import { bodyOf } from '../http';
import { text } from '../json';
import { attachmentOf, decrypted } from './attachment';
import { ask, call, MEDIA_TIMEOUT_MS } from './gateway';

/** Apple's own limit for attachments. */
export const MEDIA_LIMIT = 100 * 1024 * 1024;

/** Downloads a file of a received message: requests its address, downloads it and decrypts it. */
export async function fetchMedia(
  asset: MessageAsset,
  connection: Connection,
  limits: DownloadLimits = { maxBytes: MEDIA_LIMIT, timeoutMs: MEDIA_TIMEOUT_MS },
): Promise<MediaResult> {
  const attachment = attachmentOf(asset.mediaId);
  if (!attachment) return failed('gone', false, 'The file has no address.');
  const { url, owner, signature, key } = attachment;
  const { timeoutMs } = limits;
  const asked = await call(connection, 'preDownload', { headers: { url, owner, signature }, timeoutMs });
  if (asked.arrived !== true || !asked.response.ok) return notGiven(asked);
  const from = text((await bodyOf(asked.response))['download-url'], 8192);
  const file = await download({ ask, connection, headers: {}, limits }, from ?? '');
  if (!Buffer.isBuffer(file)) return file;
  const plain = await decrypted(file, key);
  return plain
    ? fetched(plain, asset.contentType)
    : failed('checksum', false, 'The file has no key that fits.');
}
