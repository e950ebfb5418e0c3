import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import type { TemplateComponent } from '@parley/contracts/events/template-content';
import type { Connection, OutgoingMessage, SendResult } from '../adapter';
import { bodyOf } from '../http';
import { isRecord, known, text, type Json } from '../json';
import { invalid, unexplained, unreached, type NotSent } from '../not-sent';
import { ask, authorization, channelUrl } from './bird-api';

const TIMEOUT_MS = 15_000;
const FILE_TIMEOUT_MS = 60_000;

/** Bird identifies a template by the id of its project. */
const PROJECT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Uploads the file of a message, if any, and sends the message. An uncertain outcome is `unknown`, never guessed. */
export async function send(
  message: OutgoingMessage,
  connection: Connection,
  timeoutMs = TIMEOUT_MS,
): Promise<SendResult> {
  const phone = message.to.find(({ kind }) => kind === 'phone')?.value;
  if (!connection.providerAccountId || !connection.businessAccountId) {
    return invalid('The channel has no channel ID or no workspace ID.', true);
  }
  if (!phone) return invalid('The contact has no phone number.');
  const part = await partOf(message, connection);
  if ('outcome' in part) return part;
  const body = known({
    receiver: { contacts: [{ identifierKey: 'phonenumber', identifierValue: phone }] },
    ...part.part,
    reference: message.messageId,
    replyTo: message.replyTo ? { id: message.replyTo, type: 'message' } : undefined,
  });
  const answer = await ask(
    connection,
    channelUrl(connection, 'messages'),
    {
      method: 'POST',
      headers: { ...authorization(connection), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
    timeoutMs,
  );
  if (answer.arrived === 'maybe') return { outcome: 'unknown', detail: answer.detail };
  if (!answer.arrived) return unreached(answer.detail);
  const answered = await bodyOf(answer.response);
  const externalId = text(answered.id, 128);
  return answer.response.ok && externalId
    ? { outcome: 'sent', externalId }
    : failure(answer.response, answered);
}

/** The HTTP status gives the kind of refusal, and the code in the body gives the exact reason. */
function failure(response: Response, body: Json): NotSent {
  const { status } = response;
  const detail = text(body.message, 1024) ?? `Bird answered ${status}.`;
  const providerCode = text(body.code, 64) ?? `http_${status}`;
  const declined = { outcome: 'declined' as const, providerCode, detail };
  switch (status) {
    case 400:
    case 413:
    case 422:
      return { ...declined, reason: 'message_invalid' };
    case 402:
      return { ...declined, reason: 'insufficient_credits' };
    case 401:
    case 403:
    case 404:
      // The key, or the channel that it gives access to, is at fault.
      return { ...declined, reason: 'delivery_failure', providerCode: `http_${status}`, channelBroken: true };
    default:
      return unexplained(response, detail);
  }
}

interface Part {
  part: Json;
}

async function partOf(message: OutgoingMessage, connection: Connection): Promise<Part | NotSent> {
  const { content } = message;
  switch (content.type) {
    case 'text':
      return bodyOfType('text', { text: content.text });
    case 'location': {
      const { latitude, longitude, name: label, address } = content;
      const location = label || address ? known({ label, address }) : undefined;
      return bodyOfType('location', known({ coordinates: { latitude, longitude }, location }));
    }
    case 'template':
      return templateOf(content, message);
    case 'asset': {
      const [asset, second] = content.assets;
      if (!asset || second) return invalid('A message has one file.');
      const mediaUrl = await upload(asset, await message.readAsset(asset), connection);
      if (typeof mediaUrl !== 'string') return mediaUrl;
      const { caption, contentType, fileName } = { caption: content.caption, ...asset };
      if (asset.category === 'image') {
        return bodyOfType('image', known({ images: [{ mediaUrl }], text: caption }));
      }
      const files = [known({ mediaUrl, contentType, filename: fileName })];
      return bodyOfType('file', known({ files, text: caption }));
    }
    case 'contacts':
    case 'email':
    case 'unsupported':
      return invalid(`A message of type ${content.type} cannot be sent.`);
  }
}

function bodyOfType(type: string, content: Json): Part {
  return { part: { body: { type, [type]: content } } };
}

/** Fills in the parameters by the names of Bird's variables. */
async function templateOf(
  content: Extract<MessageContent, { type: 'template' }>,
  message: OutgoingMessage,
): Promise<Part | NotSent> {
  const { name, externalId: projectId = name, language, parameters, components } = content;
  if (!PROJECT_ID.test(projectId)) return invalid('Bird knows templates by the id of their project.');
  const inOrder = parameters.map((value, index) => ({ type: 'string', key: String(index + 1), value }));
  const values = components ? await valuesOf(components, content.assets ?? [], message) : inOrder;
  return { part: { template: { projectId, version: 'latest', locale: language, parameters: values } } };
}

async function valuesOf(components: TemplateComponent[], assets: MessageAsset[], message: OutgoingMessage) {
  const values: { type: string; key: string; value: string }[] = [];
  for (const component of components) {
    if (component.type === 'text') {
      values.push({ type: 'string', key: component.name, value: component.text });
    } else if (component.type === 'media') {
      const asset = assets.find(({ assetId }) => assetId === component.assetId);
      if (asset) values.push({ type: 'string', key: 'header', value: await message.linkTo(asset) });
    } else if (component.type === 'button') {
      values.push({ type: 'string', key: `button_${component.index}`, value: component.text });
    }
  }
  return values;
}

/**
 * Uploads a file to the address that Bird returns. The message is not sent yet, so a failure here never leaves its
 * outcome unknown.
 */
async function upload(asset: MessageAsset, file: Buffer, connection: Connection): Promise<string | NotSent> {
  const asked = await ask(
    connection,
    channelUrl(connection, 'presigned-upload'),
    {
      method: 'POST',
      headers: { ...authorization(connection), 'content-type': 'application/json' },
      body: JSON.stringify({ contentType: asset.contentType }),
    },
    TIMEOUT_MS,
  );
  if (asked.arrived !== true) return unreached(asked.detail);
  const place = await bodyOf(asked.response);
  const [mediaUrl, uploadUrl] = [text(place.mediaUrl, 4096), text(place.uploadUrl, 4096)];
  if (!asked.response.ok || !mediaUrl || !uploadUrl) return notUploaded(failure(asked.response, place));
  const form = new FormData();
  for (const [name, value] of Object.entries(isRecord(place.uploadFormData) ? place.uploadFormData : {})) {
    form.set(name, text(value) ?? '');
  }
  form.set('file', new Blob([new Uint8Array(file)], { type: asset.contentType }), asset.fileName ?? 'file');
  const put = await ask(connection, uploadUrl, { method: 'POST', body: form }, FILE_TIMEOUT_MS);
  if (put.arrived !== true) return unreached(put.detail);
  return put.response.ok ? mediaUrl : unreached(`The file was not taken: ${put.response.status}.`);
}

function notUploaded(failed: NotSent): NotSent {
  return failed.outcome === 'unknown' ? unreached(failed.detail) : failed;
}
