import type { MessageAsset } from '@parley/contracts/events';
import type { Connection, OutgoingMessage, SendResult } from '../adapter';
import { bodyOf } from '../http';
import { record, text, type Json } from '../json';
import { beforeSending, invalid, type NotSent, unreached } from '../not-sent';
import { failure } from './errors';
import { call, MEDIA_TIMEOUT_MS, SEND_TIMEOUT_MS, userIn } from './x-api';

/** Uploads the image of a message, if any, and sends the message. An uncertain outcome is `unknown`, never guessed. */
export async function send(
  message: OutgoingMessage,
  connection: Connection,
  timeouts = { sendMs: SEND_TIMEOUT_MS, mediaMs: MEDIA_TIMEOUT_MS },
): Promise<SendResult> {
  const user = userIn(message.to);
  if (!user) return invalid('The contact has no X id: they have to write first.');
  const body = await bodyFor(message, connection, timeouts.mediaMs);
  if ('outcome' in body) return body as NotSent;
  const path = ['dm_conversations', 'with', user, 'messages'];
  const answer = await call(connection, path, { body, timeoutMs: timeouts.sendMs });
  if (answer.arrived === 'maybe') return { outcome: 'unknown', detail: answer.detail };
  if (!answer.arrived) return unreached(answer.detail);
  const answered = await bodyOf(answer.response);
  const externalId = text(record(answered.data).dm_event_id);
  return answer.response.ok && externalId
    ? { outcome: 'sent', externalId }
    : failure(answer.response, answered);
}

async function bodyFor(
  message: OutgoingMessage,
  connection: Connection,
  timeoutMs: number,
): Promise<Json | NotSent> {
  const { content } = message;
  if (content.type === 'text') return { text: content.text };
  if (content.type !== 'asset') return invalid(`A message of type ${content.type} cannot be sent.`);
  const [asset, second] = content.assets;
  if (!asset || second) return invalid('A message has one file.');
  if (!/^image\/(jpeg|png|gif|webp)$/.test(asset.contentType)) return invalid('X takes pictures alone.');
  const mediaId = await upload(asset, await message.readAsset(asset), connection, timeoutMs);
  return typeof mediaId === 'string' ? { attachments: [{ media_id: mediaId }] } : mediaId;
}

/** Uploads a file. The message is not sent yet, so a failure here never leaves its outcome unknown. */
async function upload(
  { contentType, fileName }: MessageAsset,
  file: Buffer,
  connection: Connection,
  timeoutMs: number,
): Promise<string | NotSent> {
  const form = new FormData();
  form.set('media_category', contentType === 'image/gif' ? 'dm_gif' : 'dm_image');
  form.set('media', new Blob([new Uint8Array(file)], { type: contentType }), fileName ?? 'file');
  const answer = await call(connection, ['media', 'upload'], { body: form, timeoutMs });
  if (answer.arrived !== true) return unreached(answer.detail);
  const body = await bodyOf(answer.response);
  return text(record(body.data).id) ?? beforeSending(failure(answer.response, body));
}
