import type { Connection, MediaResult, Person } from '../adapter';
import { failed, notGiven } from '../download';
import { identifier, list, number, record } from '../json';
import { call, chatIn, MEDIA_TIMEOUT_MS, resultOf } from './bot-api';
import { fetchMedia } from './media';

/** Sufficient width and height in pixels for the largest avatar in the user interface. */
const ENOUGH = 160;

/** Downloads a person's newest profile photo, in its smallest sufficient size; null if they have none or hide it. */
export async function pictureOf(
  { aliases }: Person,
  connection: Connection,
  maxBytes: number,
): Promise<MediaResult | null> {
  const user = chatIn(aliases);
  if (!user) return null;
  const answer = await call(connection, 'getUserProfilePhotos', { user_id: Number(user), limit: 1 });
  if (answer.arrived !== true) return notGiven(answer);
  const found = await resultOf(answer.response);
  if (!found || !('result' in found)) return notGiven(answer);
  const sizes = list(list(found.result.photos)[0])
    .map(record)
    .sort((a, b) => (number(a.width) ?? 0) - (number(b.width) ?? 0));
  const size = sizes.find(({ width }) => (number(width) ?? 0) >= ENOUGH) ?? sizes.at(-1);
  if (!size) return null;
  const mediaId = identifier(size.file_id);
  if (!mediaId) return failed('gone', false, 'The picture has no id to ask for.');
  const asset = { assetId: mediaId, mediaId, contentType: 'image/jpeg', category: 'image' as const };
  return fetchMedia(asset, connection, { maxBytes, timeoutMs: MEDIA_TIMEOUT_MS });
}
