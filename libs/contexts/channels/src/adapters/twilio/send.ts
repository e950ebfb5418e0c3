import type { Connection, OutgoingMessage, SendResult } from '../adapter';
import { bodyOf } from '../http';
import { text, type Json } from '../json';
import { invalid, refused, unexplained, unreached, type NotSent } from '../not-sent';
import { addressOf, recipientOn } from './address';
import { isChannelBroken, isRetryable, reasonOf } from './errors';
import { accountUrl, ask, basicAuth, errorIn } from './twilio-api';

const TIMEOUT_MS = 15_000;

/** The id of a template in Twilio's Content API. */
const CONTENT_SID = /^HX[0-9a-fA-F]{32}$/;

type Parameters = [name: string, value: string][];

/** Sends a message. Twilio downloads its files from links, and reports statuses to an address that contains our id. */
export async function send(
  message: OutgoingMessage,
  connection: Connection,
  timeoutMs = TIMEOUT_MS,
): Promise<SendResult> {
  const { providerAccountId: account } = connection;
  const phone = message.to.find(({ kind }) => kind === 'phone')?.value;
  if (!account) return invalid('The channel has no number.', true);
  if (!phone) return invalid('The contact has no phone number.');
  const content = await contentFor(message);
  if (!Array.isArray(content)) return content;
  const form = new URLSearchParams([
    ['From', addressOf(account)],
    ['To', recipientOn(account, phone)],
    ['StatusCallback', `${message.webhookUrl}?message=${message.messageId}`],
    ...content,
  ]);
  const answer = await ask(
    connection,
    accountUrl(connection, 'Messages.json'),
    { method: 'POST', headers: basicAuth(connection), body: form },
    timeoutMs,
  );
  if (answer.arrived === 'maybe') return { outcome: 'unknown', detail: answer.detail };
  if (!answer.arrived) return unreached(answer.detail);
  const body = await bodyOf(answer.response);
  const externalId = text(body.sid, 64);
  return answer.response.ok && externalId ? { outcome: 'sent', externalId } : failure(answer.response, body);
}

function failure(response: Response, body: Json): NotSent {
  const error = response.ok ? null : errorIn(body);
  if (!error || response.status >= 500) {
    return unexplained(response, error?.detail ?? `Twilio answered ${response.status}.`);
  }
  const { code } = error;
  const meaning = {
    reason: reasonOf(code),
    isRetryable: isRetryable(code),
    isChannelBroken: isChannelBroken(code),
  };
  return refused(response, error, meaning);
}

async function contentFor(message: OutgoingMessage): Promise<Parameters | NotSent> {
  const { content } = message;
  switch (content.type) {
    case 'text':
      return [['Body', content.text]];
    case 'asset': {
      const links = await Promise.all(content.assets.map((asset) => message.linkTo(asset)));
      const files: Parameters = links.map((link) => ['MediaUrl', link]);
      return content.caption ? [['Body', content.caption], ...files] : files;
    }
    case 'location': {
      const { latitude, longitude, name, address } = content;
      const label = [name, address].filter(Boolean).join(', ');
      const place = `geo:${latitude},${longitude}${label ? `|${label}` : ''}`;
      return [
        ['Body', label || `${latitude}, ${longitude}`],
        ['PersistentAction', place],
      ];
    }
    case 'template': {
      if (!CONTENT_SID.test(content.name))
        return invalid('Twilio knows templates by their Content SID: HX….');
      const variables = Object.fromEntries(content.parameters.map((value, index) => [index + 1, value]));
      const values: Parameters =
        content.parameters.length > 0 ? [['ContentVariables', JSON.stringify(variables)]] : [];
      return [['ContentSid', content.name], ...values];
    }
    case 'contacts':
    case 'email':
    case 'unsupported':
      return invalid(`A message of type ${content.type} cannot be sent.`);
  }
}
