import type { Connection, MediaResult, Person } from '../adapter';
import { notGiven } from '../download';
import { bodyOf } from '../http';
import { text } from '../json';
import { recipientOf, type Surface } from './account';
import { ASK_TIMEOUT_MS, graph, MEDIA_TIMEOUT_MS } from './graph';
import { fetchMedia } from './media';

/** Downloads a person's avatar from the address that Meta returns. The address expires after some days. */
export async function pictureOf(
  surface: Surface,
  { aliases }: Person,
  connection: Connection,
  maxBytes: number,
): Promise<MediaResult | null> {
  const recipient = recipientOf(aliases, surface, connection);
  if (!recipient || !('id' in recipient)) return null;
  const query = { fields: 'profile_pic' };
  const answer = await graph(surface, connection, [recipient.id], { query, timeoutMs: ASK_TIMEOUT_MS });
  if (answer.arrived !== true || !answer.response.ok) return notGiven(answer);
  const mediaId = text((await bodyOf(answer.response)).profile_pic, 4096);
  if (!mediaId) return null;
  const asset = { assetId: mediaId, mediaId, contentType: 'image/jpeg', category: 'image' as const };
  return fetchMedia(surface, asset, connection, { maxBytes, timeoutMs: MEDIA_TIMEOUT_MS });
}
