import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import type { Alias, Connection, OutgoingMessage, SendResult } from '../adapter';
import { bodyOf, retryAfterMs } from '../http';
import { known, text, type Json } from '../json';
import { invalid, unexplained, unreached, type NotSent } from '../not-sent';
import { isChannelBroken, isRetryable, reasonOf } from './errors';
import { errorIn, MEDIA_TIMEOUT_MS, messageIdIn, metaApi, SEND_TIMEOUT_MS, type CloudApi } from './graph-api';
import { templateBody } from './template-body';

/** The content of a request: `type`, and the field with that name. */
interface Part {
  part: Json;
}

/** Uploads the file of a message, if any, and sends the message. An uncertain outcome is `unknown`, never guessed. */
export async function send(
  message: OutgoingMessage,
  connection: Connection,
  timeouts = { sendMs: SEND_TIMEOUT_MS, mediaMs: MEDIA_TIMEOUT_MS },
  api = metaApi,
): Promise<SendResult> {
  const recipient = recipientOf(message.to);
  if (!connection.providerAccountId) return invalid('The channel has no phone number id.', true);
  if (!recipient) return invalid('The contact has no phone number and no WhatsApp id.');
  const content = await contentFor(message, connection, timeouts.mediaMs, api);
  if ('outcome' in content) return content;
  const body = known({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...recipient,
    ...content.part,
    context: message.replyTo ? { message_id: message.replyTo } : undefined,
    biz_opaque_callback_data: message.messageId,
  });
  const answer = await api.ask(
    connection,
    api.url(connection, 'messages'),
    {
      method: 'POST',
      headers: { ...api.headers(connection), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
    timeouts.sendMs,
  );
  if (answer.arrived === 'maybe') return { outcome: 'unknown', detail: answer.detail };
  if (!answer.arrived) return unreached(answer.detail);
  const { response } = answer;
  const answered = await bodyOf(response);
  const externalId = messageIdIn(answered);
  if (response.ok && externalId) return { outcome: 'sent', externalId };
  return failure(response, answered, api);
}

/** Meta prefers the phone if both are given; the business-scoped id still reaches people whose phone has changed. */
function recipientOf(to: Alias[]): { to?: string; recipient?: string } | null {
  const phone = to.find(({ kind }) => kind === 'phone')?.value.replace(/\D/g, '');
  const bsuid = to.find(({ kind }) => kind === 'bsuid')?.value;
  return phone || bsuid ? known({ to: phone, recipient: bsuid }) : null;
}

function failure(response: Response, body: Json, api: CloudApi): NotSent {
  const error = errorIn(body);
  if (!error) {
    const refusal = response.ok ? null : api.refusal?.(response, body);
    if (refusal) return refusal;
    return unexplained(response, `WhatsApp answered ${response.status}.`);
  }
  const reason = reasonOf(error);
  const providerCode = String(error.code);
  if (isRetryable(error.code)) {
    return known({
      outcome: 'throttled',
      reason,
      providerCode,
      detail: error.detail,
      retryAfterMs: retryAfterMs(response),
    });
  }
  return known({
    outcome: 'declined',
    reason,
    providerCode,
    detail: error.detail,
    channelBroken: isChannelBroken(error.code) || undefined,
  });
}

/**
 * A list message with the suggested replies, since WhatsApp shows at most three as buttons. The chosen entry arrives
 * with its text.
 */
function listOf(body: string, choices: readonly string[]): Part {
  const rows = choices.map((title) => ({ id: title, title }));
  const action = { button: `${choices[0]}–${choices.at(-1)}`, sections: [{ rows }] };
  return { part: { type: 'interactive', interactive: { type: 'list', body: { text: body }, action } } };
}

async function contentFor(
  message: OutgoingMessage,
  connection: Connection,
  timeoutMs: number,
  api: CloudApi,
): Promise<Part | NotSent> {
  const { content } = message;
  if (content.type === 'template') {
    const uploads = new Map<string, string>();
    for (const asset of content.assets ?? []) {
      const uploaded = await upload(asset, await message.readAsset(asset), connection, timeoutMs, api);
      if (typeof uploaded !== 'string') return uploaded;
      uploads.set(asset.assetId, uploaded);
    }
    return { part: { type: 'template', template: templateBody(content, uploads) } };
  }
  if (content.type === 'text' && message.choices?.length) return listOf(content.text, message.choices);
  if (content.type !== 'asset') return bodyFor(content);
  const [asset, second] = content.assets;
  if (!asset || second) return invalid('A message has one file.');
  const uploaded = await upload(asset, await message.readAsset(asset), connection, timeoutMs, api);
  if (typeof uploaded !== 'string') return uploaded;
  return mediaBody(asset, uploaded, content.caption);
}

function bodyFor(content: Exclude<MessageContent, { type: 'asset' | 'template' }>): Part | NotSent {
  switch (content.type) {
    case 'text':
      return {
        part: {
          type: 'text',
          text: { preview_url: /https?:\/\//i.test(content.text), body: content.text },
        },
      };
    case 'location': {
      const { latitude, longitude, name, address } = content;
      const location = { latitude: String(latitude), longitude: String(longitude), name, address };
      return { part: { type: 'location', location: known(location) } };
    }
    case 'contacts':
    case 'email':
    case 'unsupported':
      return invalid(`A message of type ${content.type} cannot be sent.`);
  }
}

/** The media types that WhatsApp accepts as image, sticker, video or audio. */
const accepted: Partial<Record<MessageAsset['category'], RegExp>> = {
  image: /^image\/(jpeg|png)$/,
  sticker: /^image\/webp$/,
  video: /^video\/(mp4|3gpp)$/,
  audio: /^audio\/(aac|amr|mpeg|mp4|ogg)\b/,
  voice: /^audio\/(aac|amr|mpeg|mp4|ogg)\b/,
};

/** Returns WhatsApp's type for a file; files of other media types are sent as documents. */
function mediaKind({ category, contentType }: MessageAsset): string {
  if (!accepted[category]?.test(contentType)) return 'document';
  return category === 'voice' ? 'audio' : category;
}

function mediaBody(asset: MessageAsset, id: string, caption: string | undefined): Part {
  const type = mediaKind(asset);
  const media = known({
    id,
    caption: type === 'audio' || type === 'sticker' ? undefined : caption,
    filename: type === 'document' ? asset.fileName : undefined,
    // With this flag, WhatsApp plays the file as a voice message, which requires Opus in OGG (Meta, Cloud API, audio
    // messages).
    voice: asset.category === 'voice' && /^audio\/ogg\b/.test(asset.contentType) ? true : undefined,
  });
  return { part: { type, [type]: media } };
}

/** Uploads a file. The message is not sent yet, so a failure here never leaves its outcome unknown. */
async function upload(
  asset: MessageAsset,
  file: Buffer,
  connection: Connection,
  timeoutMs: number,
  api: CloudApi,
): Promise<string | NotSent> {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', asset.contentType);
  form.set('file', new Blob([new Uint8Array(file)], { type: asset.contentType }), asset.fileName ?? 'file');
  const answer = await api.ask(
    connection,
    api.url(connection, 'media'),
    { method: 'POST', headers: api.headers(connection), body: form },
    timeoutMs,
  );
  if (answer.arrived !== true) return unreached(answer.detail);
  const body = await bodyOf(answer.response);
  const id = text(body.id);
  if (answer.response.ok && id) return id;
  const failed = failure(answer.response, body, api);
  return failed.outcome === 'unknown' ? unreached(failed.detail) : failed;
}
