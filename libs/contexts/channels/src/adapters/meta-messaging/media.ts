import type { MessageAsset } from '@parley/contracts/events';
import type { Connection, MediaResult } from '../adapter';
import { download, type DownloadLimits, failed, fetched } from '../download';
import type { Surface } from './account';
import { MEDIA_TIMEOUT_MS } from './graph';

/** Meta's size limit for files in Messenger and Instagram. */
export const MEDIA_LIMIT = 25 * 1024 * 1024;

/** Downloads a file from the address in the webhook. The address expires after a while, that of a story after a day. */
export async function fetchMedia(
  { ask }: Surface,
  asset: MessageAsset,
  connection: Connection,
  limits: DownloadLimits = { maxBytes: MEDIA_LIMIT, timeoutMs: MEDIA_TIMEOUT_MS },
): Promise<MediaResult> {
  if (!asset.mediaId) return failed('gone', false, 'The file has no address.');
  let told: string | undefined;
  const seen = (headers: Headers) => (told = headers.get('content-type') ?? undefined);
  const file = await download({ ask, connection, headers: {}, limits, seen }, asset.mediaId);
  if (!Buffer.isBuffer(file)) return file;
  return fetched(file, told && isMediaType(told) ? told : asset.contentType);
}

function isMediaType(type: string): boolean {
  return /^(image|video|audio|application|text)\/[\w.+-]+(\s*;.*)?$/.test(type);
}
