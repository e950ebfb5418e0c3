import type { MessageAsset } from '@parley/contracts/events';
import type { Connection, OutgoingMessage, SendResult } from '../adapter';
import { bodyOf } from '../http';
import { record, text, type Json } from '../json';
import { beforeSending, invalid, type NotSent, unreached } from '../not-sent';
import { encrypted } from './attachment';
import { failure } from './errors';
import { ask, call, MEDIA_TIMEOUT_MS, opaqueIdIn, SEND_TIMEOUT_MS } from './gateway';

/** Placeholder in the text for each file. */
const FILE_MARK = '\ufffc';

/**
 * Uploads the file of a message, if any, and sends the message. Apple assigns no ids: a message keeps the id from us.
 */
export async function send(
  message: OutgoingMessage,
  connection: Connection,
  timeouts = { sendMs: SEND_TIMEOUT_MS, mediaMs: MEDIA_TIMEOUT_MS },
): Promise<SendResult> {
  const sourceId = connection.providerAccountId;
  const destinationId = opaqueIdIn(message.to, connection);
  if (!sourceId) return invalid('The channel has no business id.', true);
  if (!destinationId) return invalid('The contact has no id of Apple: they have to write first.');
  const said = await partFor(message, connection, timeouts.mediaMs);
  if ('outcome' in said) return said as NotSent;
  const { messageId: id } = message;
  const answer = await call(connection, 'message', {
    headers: { id, 'destination-id': destinationId },
    body: { v: 1, type: 'text', id, sourceId, destinationId, ...said },
    timeoutMs: timeouts.sendMs,
  });
  if (answer.arrived === 'maybe') return { outcome: 'unknown', detail: answer.detail };
  if (!answer.arrived) return unreached(answer.detail);
  return answer.response.ok ? { outcome: 'sent', externalId: id } : failure(answer.response);
}

async function partFor(
  message: OutgoingMessage,
  connection: Connection,
  timeoutMs: number,
): Promise<Json | NotSent> {
  const { content } = message;
  if (content.type === 'text') return { body: content.text };
  if (content.type !== 'asset') return invalid(`A message of type ${content.type} cannot be sent.`);
  const [asset, second] = content.assets;
  if (!asset || second) return invalid('A message has one file.');
  const attachment = await upload(asset, await message.readAsset(asset), connection, timeoutMs);
  if ('outcome' in attachment) return attachment;
  return { body: FILE_MARK + (content.caption ?? ''), attachments: [attachment] };
}

/** Uploads a file. The message itself is not sent yet, so a failure here never leaves its outcome unknown. */
async function upload(
  { contentType, fileName }: MessageAsset,
  file: Buffer,
  connection: Connection,
  timeoutMs: number,
): Promise<Json | NotSent> {
  const { body, key } = encrypted(file);
  const headers = { size: String(body.length) };
  const prepared = await call(connection, 'preUpload', { headers, timeoutMs });
  if (prepared.arrived !== true) return unreached(prepared.detail);
  if (!prepared.response.ok) return beforeSending(failure(prepared.response));
  const told = await bodyOf(prepared.response);
  const [uploadUrl, url, owner] = ['upload-url', 'mmcs-url', 'mmcs-owner'].map((name) =>
    text(told[name], 4096),
  );
  const put = {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(body),
  };
  const answer = await ask(connection, uploadUrl ?? '', put, timeoutMs);
  if (answer.arrived !== true) return unreached(answer.detail);
  if (!answer.response.ok) return beforeSending(failure(answer.response));
  const checksum = text(record((await bodyOf(answer.response)).singleFile).fileChecksum, 1024);
  if (!url || !owner || !checksum) return unreached('Apple did not say where the file is.');
  return {
    mimeType: contentType,
    name: fileName ?? 'file',
    size: String(body.length),
    ...{ url, owner, key },
    'signature-base64': checksum,
    signature: Buffer.from(checksum, 'base64').toString('hex'),
  };
}
