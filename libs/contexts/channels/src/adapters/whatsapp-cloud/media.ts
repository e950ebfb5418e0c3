import type { MessageAsset } from '@parley/contracts/events';
import { digestOfFile } from '@parley/platform/storage/file-digest';
import type { Connection, MediaResult } from '../adapter';
import { download, failed, notGiven, type DownloadLimits } from '../download';
import { bodyOf } from '../http';
import { text } from '../json';
import { MEDIA_TIMEOUT_MS, metaApi } from './graph-api';

/** WhatsApp's own limit for documents, the largest files. */
export const MEDIA_LIMIT = 100 * 1024 * 1024;

/** Downloads a file of a received message: requests its address, downloads it, and verifies its checksum. */
export async function fetchMedia(
  asset: MessageAsset,
  connection: Connection,
  limits: DownloadLimits = { maxBytes: MEDIA_LIMIT, timeoutMs: MEDIA_TIMEOUT_MS },
  api = metaApi,
): Promise<MediaResult> {
  const { mediaId } = asset;
  if (!mediaId || !/^[\w-]+$/.test(mediaId)) return failed('gone', false, 'The file has no id to ask for.');
  const { ask } = api;
  const headers = api.headers(connection);
  const asked = await ask(connection, api.url(connection, { mediaId }), { headers }, limits.timeoutMs);
  if (asked.arrived !== true || !asked.response.ok) return notGiven(asked);
  const { url, sha256, mime_type } = await bodyOf(asked.response);
  const from = api.fileUrl(connection, text(url, 8192) ?? '');
  const file = await download({ ask, connection, headers, limits }, from);
  if (!Buffer.isBuffer(file)) return file;
  const digest = await digestOfFile(file);
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

/** A SHA-256 digest in hexadecimal or base64; null if the text is neither, so that it cannot verify a file. */
function digestOf(value: string | undefined): Buffer | null {
  if (!value) return null;
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex');
  const digest = /^[A-Za-z0-9+/_-]{43}=?$/.test(value) ? Buffer.from(value, 'base64') : null;
  return digest?.length === 32 ? digest : null;
}
