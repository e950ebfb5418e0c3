import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import type { Connection, OutgoingMessage, SendResult } from '../adapter';
import { known, text, type Json } from '../json';
import { invalid, type NotSent, unexplained, unreached } from '../not-sent';
import { call, chatIn, MEDIA_TIMEOUT_MS, resultOf, SEND_TIMEOUT_MS } from './bot-api';
import { failure } from './errors';
import { messageIdIn, messageKey } from './message-key';

interface Request {
  method: string;
  fields: Json;
  /** File to upload with the message, in the form field of this name. */
  file?: { field: string; asset: MessageAsset };
}

/** Sends a message and its file in one request, so that Telegram gets both or neither. */
export async function send(
  message: OutgoingMessage,
  connection: Connection,
  timeouts = { sendMs: SEND_TIMEOUT_MS, mediaMs: MEDIA_TIMEOUT_MS },
): Promise<SendResult> {
  const chat = chatIn(message.to);
  if (!chat) return invalid('The contact has no Telegram id: they have to write to the bot first.');
  const request = requestFor(message.content);
  if ('outcome' in request) return request;
  const { method, file } = request;
  const fields = known({
    chat_id: chat,
    ...request.fields,
    reply_parameters: replyTo(message.replyTo),
    reply_markup: file ? undefined : keyboard(message.choices),
  });
  const body = file ? formOf(fields, file, await message.readAsset(file.asset)) : fields;
  const answer = await call(connection, method, body, file ? timeouts.mediaMs : timeouts.sendMs);
  if (answer.arrived === 'maybe') return { outcome: 'unknown', detail: answer.detail };
  if (!answer.arrived) return unreached(answer.detail);
  const answered = await resultOf(answer.response);
  if (!answered) return unexplained(answer.response);
  if ('error' in answered) return failure(answered.error);
  const id = text(answered.result.message_id);
  return id ? { outcome: 'sent', externalId: messageKey(chat, id) } : unexplained(answer.response);
}

/** A keyboard with the suggested replies: a tapped key sends its text. Telegram hides the keyboard after one tap. */
function keyboard(choices: readonly string[] = []): Json | undefined {
  if (choices.length === 0) return undefined;
  return { keyboard: [choices.map((text) => ({ text }))], one_time_keyboard: true, resize_keyboard: true };
}

/** The contact may have deleted the message that this one replies to; Telegram then sends it without the reference. */
function replyTo(key: string | undefined): Json | undefined {
  const id = key && messageIdIn(key);
  return id ? { message_id: Number(id), allow_sending_without_reply: true } : undefined;
}

function requestFor(content: MessageContent): Request | NotSent {
  switch (content.type) {
    case 'text':
      return { method: 'sendMessage', fields: { text: content.text } };
    case 'location': {
      const { latitude, longitude, name, address } = content;
      return name
        ? { method: 'sendVenue', fields: { latitude, longitude, title: name, address: address ?? name } }
        : { method: 'sendLocation', fields: { latitude, longitude } };
    }
    case 'asset': {
      const [asset, second] = content.assets;
      if (!asset || second) return invalid('A message has one file.');
      const kind = mediaKind(asset);
      const { caption } = content;
      return {
        method: `send${kind}`,
        fields: known({ caption }),
        file: { field: kind.toLowerCase(), asset },
      };
    }
    case 'template':
    case 'contacts':
    case 'email':
    case 'unsupported':
      return invalid(`A message of type ${content.type} cannot be sent.`);
  }
}

/** Maximum size of a photo (Bot API, sendPhoto); larger images are sent as documents. */
const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

/** The kinds of files that Telegram shows in the chat; all others are sent as documents. */
function mediaKind({ category, contentType, size = 0 }: MessageAsset): string {
  if (category === 'image' && /^image\/(jpeg|png|webp)$/.test(contentType) && size <= MAX_PHOTO_BYTES) {
    return 'Photo';
  }
  if (category === 'video' && contentType === 'video/mp4') return 'Video';
  if (/^audio\/ogg\b/.test(contentType)) return 'Voice';
  return /^audio\/(mpeg|mp4)\b/.test(contentType) ? 'Audio' : 'Document';
}

function formOf(fields: Json, { field, asset }: NonNullable<Request['file']>, file: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.set(field, new Blob([new Uint8Array(file)], { type: asset.contentType }), asset.fileName ?? 'file');
  return form;
}
