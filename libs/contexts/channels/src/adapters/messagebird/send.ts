import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import type { Connection, OutgoingMessage, SendResult } from '../adapter';
import { bodyOf } from '../http';
import { known, text, type Json } from '../json';
import { beforeSending, invalid, refused, unexplained, unreached, type NotSent } from '../not-sent';
import { isChannelBroken, reasonOf } from './errors';
import { apiUrl, ask, authorization, errorIn, isSms } from './messagebird-api';

const TIMEOUT_MS = 15_000;
const FILE_TIMEOUT_MS = 60_000;

/** Sends an SMS through the SMS API, and other messages through the Conversations API after uploading their file. */
export async function send(
  message: OutgoingMessage,
  connection: Connection,
  timeoutMs = TIMEOUT_MS,
): Promise<SendResult> {
  const { providerAccountId: account } = connection;
  const phone = message.to.find(({ kind }) => kind === 'phone')?.value;
  if (!account) return invalid('The channel has no number and no channel ID.', true);
  if (!phone) return invalid('The contact has no phone number.');
  const request = isSms(account) ? smsOf(message, account, phone) : await chatOf(message, connection, phone);
  if ('outcome' in request) return request;
  const answer = await ask(
    connection,
    isSms(account) ? apiUrl(connection, 'sms', 'messages') : apiUrl(connection, 'conversations', 'send'),
    {
      method: 'POST',
      headers: { ...authorization(connection), 'content-type': 'application/json' },
      body: JSON.stringify(request.body),
    },
    timeoutMs,
  );
  if (answer.arrived === 'maybe') return { outcome: 'unknown', detail: answer.detail };
  if (!answer.arrived) return unreached(answer.detail);
  const body = await bodyOf(answer.response);
  const externalId = text(body.id, 128);
  return answer.response.ok && externalId ? { outcome: 'sent', externalId } : failure(answer.response, body);
}

function failure(response: Response, body: Json): NotSent {
  const error = response.ok ? null : errorIn(body);
  if (!error || response.status >= 500) {
    return unexplained(response, error?.detail ?? `MessageBird answered ${response.status}.`);
  }
  const { code } = error;
  const meaning = { reason: reasonOf(code), isChannelBroken: isChannelBroken(code) };
  return refused(response, error, meaning);
}

interface Request {
  body: Json;
}

function smsOf(
  { content, messageId, webhookUrl }: OutgoingMessage,
  originator: string,
  phone: string,
): Request | NotSent {
  if (content.type !== 'text') return invalid(`An SMS cannot carry ${content.type}.`);
  return {
    body: {
      originator,
      recipients: [phone.replace(/^\+/, '')],
      body: content.text,
      // MessageBird uses GSM-7 if it has every character of the text.
      datacoding: 'auto',
      reference: messageId,
      reportUrl: webhookUrl,
    },
  };
}

async function chatOf(
  message: OutgoingMessage,
  connection: Connection,
  to: string,
): Promise<Request | NotSent> {
  const part = await partOf(message, connection);
  if ('outcome' in part) return part;
  const { messageId: reference, webhookUrl: reportUrl } = message;
  return { body: { from: connection.providerAccountId, to, ...part, reportUrl, source: { reference } } };
}

type Part = { type: string; content: Json };

async function partOf(message: OutgoingMessage, connection: Connection): Promise<Part | NotSent> {
  const { content } = message;
  switch (content.type) {
    case 'text':
      return { type: 'text', content: { text: content.text } };
    case 'location': {
      const { latitude, longitude } = content;
      return { type: 'location', content: { location: { latitude, longitude } } };
    }
    case 'template':
      return templateOf(content, connection.businessAccountId);
    case 'asset': {
      const [asset, second] = content.assets;
      if (!asset || second) return invalid('A message has one file.');
      const url = await upload(asset, await message.readAsset(asset), connection);
      if (typeof url !== 'string') return url;
      const type = typeOf(asset);
      return { type, content: { [type]: known({ url, caption: content.caption }) } };
    }
    case 'contacts':
    case 'email':
    case 'unsupported':
      return invalid(`A message of type ${content.type} cannot be sent.`);
  }
}

function templateOf(
  { name, language, parameters }: Extract<MessageContent, { type: 'template' }>,
  namespace: string | null,
): Part {
  const params = parameters.map((value) => ({ default: value }));
  const hsm = {
    namespace,
    templateName: name,
    language: { policy: 'deterministic', code: language },
    params,
  };
  return { type: 'hsm', content: { hsm } };
}

function typeOf({ category }: MessageAsset): string {
  if (category === 'voice') return 'audio';
  return category === 'document' || category === 'sticker' ? 'file' : category;
}

/** Uploads a file. The message is not sent yet, so a failure here never leaves its outcome unknown. */
async function upload(asset: MessageAsset, file: Buffer, connection: Connection): Promise<string | NotSent> {
  const answer = await ask(
    connection,
    apiUrl(connection, 'files', 'files'),
    {
      method: 'POST',
      headers: {
        ...authorization(connection),
        'content-type': asset.contentType,
        ...(asset.fileName && {
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(asset.fileName)}`,
        }),
      },
      body: new Uint8Array(file),
    },
    FILE_TIMEOUT_MS,
  );
  if (answer.arrived !== true) return unreached(answer.detail);
  const body = await bodyOf(answer.response);
  const id = text(body.id, 128);
  if (answer.response.ok && id) return apiUrl(connection, 'files', `files/${encodeURIComponent(id)}`);
  const failed = failure(answer.response, body);
  return beforeSending(failed);
}
