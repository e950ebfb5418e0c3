import type { MessageAsset } from '@parley/contracts/events';
import type { Connection, OutgoingMessage, SendResult } from '../adapter';
import { bodyOf, retryAfterMs } from '../http';
import { known, text, type Json } from '../json';
import { beforeSending, invalid, type NotSent, unexplained, unreached } from '../not-sent';
import { recipientOf, type Surface } from './account';
import { failure, isOutsideWindow } from './errors';
import { errorIn, graph, MEDIA_TIMEOUT_MS, SEND_TIMEOUT_MS } from './graph';
import { ownMetadata } from './own-metadata';

/** Uploads the file of a message, if any, and sends the message. An uncertain outcome is `unknown`, never guessed. */
export async function send(
  surface: Surface,
  message: OutgoingMessage,
  connection: Connection,
  timeouts = { sendMs: SEND_TIMEOUT_MS, mediaMs: MEDIA_TIMEOUT_MS },
): Promise<SendResult> {
  const recipient = recipientOf(message.to, surface, connection);
  if (!recipient) return invalid('The contact has no id on this channel: they have to write first.');
  const content = await contentFor(surface, message, connection, timeouts.mediaMs);
  if ('outcome' in content) return content;
  const ask = (type: Json) =>
    graph(surface, connection, ['me', 'messages'], {
      body: { recipient, ...type, message: content.message },
      timeoutMs: timeouts.sendMs,
    });
  let answer = await ask({ messaging_type: 'RESPONSE' });
  let answered = answer.arrived === true ? await bodyOf(answer.response) : {};
  const refused = errorIn(answered);
  if (refused && isOutsideWindow(refused)) {
    // With this tag an agent may still reply within seven days, if Meta has permitted the app to use it. Automatic
    // replies follow a contact's message immediately, so they are never outside the window.
    answer = await ask({ messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' });
    answered = answer.arrived === true ? await bodyOf(answer.response) : {};
    const again = errorIn(answered);
    // If Meta does not permit the tag, the first error is recorded: it names the real reason, the care window.
    if (again)
      return failure(
        isOutsideWindow(again) || again.code === 10 || again.code === 100 ? refused : again,
        undefined,
      );
  }
  if (answer.arrived === 'maybe') return { outcome: 'unknown', detail: answer.detail };
  if (!answer.arrived) return unreached(answer.detail);
  const externalId = text(answered.message_id);
  if (answer.response.ok && externalId) return { outcome: 'sent', externalId };
  return whyNot(answer.response, answered);
}

function whyNot(response: Response, body: Json): NotSent {
  const error = errorIn(body);
  return error ? failure(error, retryAfterMs(response)) : unexplained(response);
}

async function contentFor(
  surface: Surface,
  message: OutgoingMessage,
  connection: Connection,
  timeoutMs: number,
): Promise<{ message: Json } | NotSent> {
  const { content, messageId } = message;
  // The echo of the message will contain these metadata, so that we recognise it as ours.
  const metadata = surface.platform === 'messenger' ? ownMetadata(messageId) : undefined;
  if (content.type === 'text') {
    return { message: known({ text: content.text, quick_replies: quickReplies(message.choices), metadata }) };
  }
  if (content.type !== 'asset') return invalid(`A message of type ${content.type} cannot be sent.`);
  const [asset, second] = content.assets;
  if (!asset || second) return invalid('A message has one file.');
  const uploaded = await upload(surface, asset, await message.readAsset(asset), { connection, timeoutMs });
  if (typeof uploaded !== 'string') return uploaded;
  const attachment = { type: mediaKind(asset), payload: { attachment_id: uploaded } };
  return { message: known({ attachment, metadata }) };
}

/** A tapped quick reply arrives as a message with its text. The platforms show at most thirteen. */
function quickReplies(choices: readonly string[] = []): Json[] | undefined {
  if (choices.length === 0) return undefined;
  return choices.map((title) => ({ content_type: 'text', title, payload: title }));
}

function mediaKind({ category, contentType }: MessageAsset): string {
  if (category === 'image' && /^image\/(jpeg|png|gif)$/.test(contentType)) return 'image';
  if (category === 'video' && /^video\/(mp4|quicktime|webm|ogg|x-msvideo)$/.test(contentType)) return 'video';
  return category === 'audio' || category === 'voice' ? 'audio' : 'file';
}

/** Uploads a file. The message is not sent yet, so a failure here never leaves its outcome unknown. */
async function upload(
  surface: Surface,
  asset: MessageAsset,
  file: Buffer,
  { connection, timeoutMs }: { connection: Connection; timeoutMs: number },
): Promise<string | NotSent> {
  const form = new FormData();
  if (surface.platform === 'instagram') form.set('platform', 'instagram');
  form.set(
    'message',
    JSON.stringify({ attachment: { type: mediaKind(asset), payload: { is_reusable: false } } }),
  );
  form.set(
    'filedata',
    new Blob([new Uint8Array(file)], { type: asset.contentType }),
    asset.fileName ?? 'file',
  );
  const answer = await graph(surface, connection, ['me', 'message_attachments'], { body: form, timeoutMs });
  if (answer.arrived !== true) return unreached(answer.detail);
  const body = await bodyOf(answer.response);
  return text(body.attachment_id) ?? beforeSending(whyNot(answer.response, body));
}
