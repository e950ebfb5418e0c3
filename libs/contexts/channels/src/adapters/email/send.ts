import { createTransport, type SendMailOptions } from 'nodemailer';
import type { EmailAddress, EmailContent, MessageAsset, RefusedRecipient } from '@parley/contracts/events';
import { EMAIL_ADDRESS } from '@parley/contracts/rules/email-rules';
import { CallFailed } from '@parley/platform/http/guarded-request';
import { keepableName } from '@parley/contracts/rules/plain-text';
import type { Connection, OutgoingMessage, SendResult } from '../adapter';
import { DkimKeyRefused, dkimOf } from './dkim';
import { mailServer, MailServerRefused, type MailServer } from './mail-server';
import { OAuthRefused, withAccess } from './oauth';
import { ownMailId } from './received-mail';
import { reasonOf } from './reason-of';
import { SmtpFailed, SmtpPool, type SmtpFailure, type SmtpLogin, type WireMail } from './smtp-pool';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/** The SMTP connections of all channels in this process. */
export const pool = new SmtpPool();

interface Composed extends WireMail {
  externalId: string;
}

/**
 * Sends one mail. Its Message-ID derives from the message's id, so it is fixed before a server is contacted. If the
 * connection breaks before the final dot, the server does not have the mail and the result is `throttled`; after it,
 * the outcome is `unknown`.
 */
export async function send(message: OutgoingMessage, connection: Connection): Promise<SendResult> {
  let mail: Composed | null;
  try {
    mail = await compose(message, connection);
  } catch (error) {
    if (!(error instanceof DkimKeyRefused)) throw error;
    return declined('auth', error.message, true);
  }
  if (!mail)
    return { outcome: 'declined', reason: 'message_invalid', detail: 'This cannot be sent by e-mail.' };
  const { externalId } = mail;
  let access: Connection;
  let server: MailServer;
  try {
    server = await mailServer(connection.secrets['smtp-server'] ?? '');
    access = await withAccess(connection);
  } catch (error) {
    if (error instanceof OAuthRefused) return declined('auth', error.message, true);
    if (error instanceof CallFailed) {
      return { outcome: 'throttled', reason: 'delivery_failure', detail: error.reason };
    }
    if (!(error instanceof MailServerRefused)) throw error;
    return declined('server', error.message, true);
  }
  try {
    const refused = await pool.send(loginAt(server, access), mail);
    return {
      ...{ outcome: 'sent', externalId },
      ...(refused.length > 0 && { refused: refused.map(recipientOf) }),
    };
  } catch (error) {
    if (!(error instanceof SmtpFailed)) throw error;
    return resultOf(error.failure, error.isHandedOver);
  }
}

/**
 * Builds the mail for a message as it goes over the wire; null if a mail cannot contain the message.
 * @throws DkimKeyRefused if the channel's DKIM key is invalid
 */
export async function compose(message: OutgoingMessage, connection: Connection): Promise<Composed | null> {
  const mail = await mailOf(message, connection);
  if (!mail) return null;
  const dkim = dkimOf(connection);
  const transport = createTransport({
    ...{ streamTransport: true as const, buffer: true as const, newline: 'windows' },
    ...(dkim && { dkim }),
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const { message: raw, envelope } = await transport.sendMail(mail.options);
  const from = typeof envelope.from === 'string' ? envelope.from : '';
  return { externalId: mail.externalId, from, to: envelope.to, raw: raw as Buffer };
}

/** Connection settings of a server. A password is never sent over an unencrypted connection to the public Internet. */
export function loginAt({ name, host, port, secure, isOwn }: MailServer, connection: Connection): SmtpLogin {
  const { password, 'access-token': accessToken } = connection.secrets;
  const user = userOf(connection);
  return {
    ...{ host, port, secure },
    ...((accessToken || password) && { auth: { user, pass: password, accessToken } }),
    requireTLS: !secure && !isOwn,
    tls: { servername: name },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  };
}

/** The user name for signing in. */
export function userOf({ secrets, ownAccountId, providerAccountId }: Connection): string {
  return secrets['user-name'] || ownAccountId || providerAccountId || '';
}

function resultOf(error: SmtpFailure, isHandedOver: boolean): SendResult {
  const { code, responseCode, response = error.message } = error;
  const detail = response.slice(0, 300);
  if (code === 'EAUTH' && (responseCode ?? 500) >= 500) return declined('auth', detail, true);
  if (responseCode !== undefined) {
    const { reason, providerCode } = refusalIn(error);
    if (responseCode >= 500) return { outcome: 'declined', reason, providerCode, detail };
    return { outcome: 'throttled', reason: 'waiting', providerCode, detail };
  }
  if (isHandedOver) return { outcome: 'unknown', detail: 'The server did not answer once it had the mail.' };
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    return { outcome: 'declined', reason: 'message_invalid', detail };
  }
  return { outcome: 'throttled', reason: 'delivery_failure', detail: code ?? 'unreachable' };
}

function refusalIn({ responseCode = 0, response = '' }: SmtpFailure) {
  const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return { reason: reasonOf(status ?? ''), providerCode: status ?? String(responseCode) };
}

function recipientOf(failure: SmtpFailure): RefusedRecipient {
  const { recipient = '', response = failure.message } = failure;
  const detail = keepableName(response.slice(0, 300)) ?? '';
  return { address: recipient, reason: refusalIn(failure).reason, detail };
}

function declined(providerCode: string, detail: string, channelBroken: boolean): SendResult {
  return { outcome: 'declined', reason: 'delivery_failure', providerCode, detail, channelBroken };
}

/** Builds headers, content and envelope. No text in a header can add another recipient. */
async function mailOf(
  message: OutgoingMessage,
  { providerAccountId, secrets, mailbox }: Connection,
): Promise<{ externalId: string; options: SendMailOptions } | null> {
  const { messageId, content, answers } = message;
  const address = providerAccountId ?? '';
  const answered = answers?.content?.type === 'email' ? answers.content : null;
  const asked = content.type === 'email' ? content : plain(message, answered, mailbox?.signature);
  if (!asked || !EMAIL_ADDRESS.test(address)) return null;
  const people = [asked.to, asked.cc, asked.bcc];
  if (people.flat().some((one) => !EMAIL_ADDRESS.test(one.address)) || asked.to.length === 0) return null;
  const externalId = ownMailId(messageId, address);
  const attached = asked.assets.filter(({ part }) => part !== 'html' && part !== 'raw');
  const html = asked.assets.find(({ part }) => part === 'html');
  const ids = [...(answered?.references ?? []), ...(answers ? [answers.externalId] : [])].slice(-20);
  // A mailbox that is read over IMAP belongs to another server, which may not deliver to `+` addresses.
  const replyTo = secrets['imap-server'] ? undefined : message.replyAddress;
  const markup = html && (await message.readAsset(html)).toString('utf8');
  const options: SendMailOptions = {
    messageId: `<${externalId}>`,
    date: new Date(message.queuedAt ?? Date.now()),
    from: { address, name: message.senderName ?? '' },
    ...(replyTo && { replyTo: { address: replyTo, name: message.senderName ?? '' } }),
    ...{ to: asked.to.map(named), cc: asked.cc.map(named) },
    subject: asked.subject.replace(/[\r\n]+/g, ' '),
    text: asked.text,
    ...(markup && { html: markup }),
    attachments: await Promise.all(attached.map((asset) => attachmentOf(asset, message, markup))),
    ...(answers && { inReplyTo: `<${answers.externalId}>`, references: ids.map((id) => `<${id}>`) }),
    envelope: {
      // RFC 3834: no bounces are sent for automatic mails.
      from: message.isAutomatic ? '' : address,
      to: [...new Set(people.flat().map((one) => one.address))],
    },
    headers: message.isAutomatic
      ? { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All', Precedence: 'auto_reply' }
      : {},
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return { externalId, options };
}

/** Builds a mail from text or files, as a reply to the contact's last mail if there is one. */
function plain(
  { content, to, senderName }: OutgoingMessage,
  answered: EmailContent | null,
  signature: string | null | undefined,
): EmailContent | null {
  const email = to.find(({ kind }) => kind === 'email')?.value;
  if (!email || (content.type !== 'text' && content.type !== 'asset')) return null;
  const subject = answered ? `Re: ${answered.subject.replace(/^(re:\s*)+/i, '')}` : (senderName ?? '');
  const [words, assets] =
    content.type === 'text' ? [content.text, []] : [content.caption ?? '', content.assets];
  // Mail programs detect a signature by this separator (RFC 3676).
  const text = signature ? `${words}\n\n-- \n${signature}` : words;
  return { type: 'email', subject, from: null, to: [{ address: email }], cc: [], bcc: [], text, assets };
}

async function attachmentOf(asset: MessageAsset, message: OutgoingMessage, markup = '') {
  const isNamed = markup.includes(`cid:${asset.assetId}`);
  return {
    filename: asset.fileName ?? (false as const),
    content: await message.readAsset(asset),
    contentType: asset.contentType,
    ...(isNamed && { cid: asset.assetId, contentDisposition: 'inline' as const }),
  };
}

function named({ address, name }: EmailAddress) {
  return { address, name: (name ?? '').replace(/[\r\n]+/g, ' ') };
}
