import { createHash } from 'node:crypto';
import type { SetAsideReason } from '@parley/contracts/api/email';
import type { EmailAddress, EmailPart } from '@parley/contracts/events';
import { EMAIL_ADDRESS, MAX_EMAIL_TEXT_LENGTH } from '@parley/contracts/rules/email-rules';
import { keepable, keepableName } from '@parley/contracts/rules/plain-text';
import type { MailReport, MailThread, ReceivedMail } from '../adapters/email/received-mail';
import { reasonOf } from '../adapters/email/reason-of';
import { messageIdIn } from '../adapters/email/received-mail';
import { invitationIn } from './invitation';
import { unprovedDomain } from './proof';
import type { HeaderLine, MimeAddress, MimeMail, MimePart } from './mime-mail';

/** Sender and recipients in the SMTP dialogue, which may differ from the headers. */
export interface Envelope {
  /** Null: an empty sender, as of a bounce. Undefined: unknown. */
  sender?: string | null;
  recipients: string[];
}

export interface MailFile {
  body: Buffer;
  contentType: string;
  fileName?: string;
  part?: EmailPart;
  contentId?: string;
}

/** The content of a mail, before its files are stored. */
export type ReadMail =
  | {
      kind: 'mail' | 'own';
      content: Omit<Extract<ReceivedMail, { kind: 'mail' | 'own' }>['content'], 'assets'>;
      thread: MailThread;
      isAutomatic: boolean;
      externalId: string;
      time: Date | null;
      files: MailFile[];
    }
  | { kind: 'reports'; reports: MailReport[]; externalId: string; time: Date | null }
  | Refused;

/** A mail that cannot be shown as a message. */
export interface Refused {
  kind: 'refused';
  reason: SetAsideReason;
  from: string | null;
  subject: string;
  externalId: string;
  detail?: string;
}

/** Maximum number of files of a mail that are stored; the raw mail still contains all. */
const MAX_FILES = 100;

/** The id of a mail without a Message-ID: a hash of its bytes. */
export function idOfBytes(raw: Buffer): string {
  return `sha256.${createHash('sha256').update(raw).digest('hex')}@bytes.invalid`;
}

export interface ReadOptions {
  envelope: Envelope;
  /** Addresses of the mailbox, in lower case. */
  own: readonly string[];
  /** The server whose Authentication-Results are trusted. */
  trusted?: string | null;
}

/**
 * Classifies a parsed mail: a contact's message, one of ours, delivery reports, or refused. Its files do not include
 * the raw mail.
 */
export function readMail(mail: MimeMail, raw: Buffer, { envelope, own, trusted }: ReadOptions): ReadMail {
  const externalId = idsIn(mail.messageId ?? '')[0] ?? idOfBytes(raw);
  const reports = reportsIn(mail);
  if (reports.length > 0) return { kind: 'reports', reports, externalId, time: mail.date };
  const from = peopleIn(mail.from)[0] ?? peopleIn(mail.replyTo)[0] ?? addressed(envelope.sender);
  const subject = keepableName(mail.subject.slice(0, 998)) ?? '';
  if (!from) return { kind: 'refused', reason: 'without_sender', from: null, subject, externalId };
  const isOwn = own.includes(from.address);
  const inReplyTo = idsIn(mail.inReplyTo ?? '');
  const references = idsIn(valuesOf(mail.headers, 'references').join(' ')).slice(-50);
  const { text, isCut } = textOf(mail.text || leftIn(mail, raw));
  const replyTo = peopleIn(mail.replyTo).filter(({ address }) => address !== from.address);
  const unproved = unprovedDomain(valuesOf(mail.headers, 'authentication-results'), trusted, from.address);
  return {
    kind: isOwn ? 'own' : 'mail',
    externalId,
    time: mail.date,
    content: {
      ...({ type: 'email', subject, from } as const),
      ...{ to: peopleIn(mail.to), cc: peopleIn(mail.cc), bcc: peopleIn(mail.bcc) },
      ...(replyTo.length > 0 && { replyTo }),
      text,
      ...(isCut && { isCut }),
      ...(references.length > 0 && { references }),
      ...eventIn(mail.parts),
      ...(unproved && !isOwn && { unproved }),
    },
    thread: {
      inReplyTo,
      references,
      recipients: [
        ...peopleIn([...mail.to, ...mail.cc, ...mail.bcc]).map(({ address }) => address),
        ...valuesOf(mail.headers, 'delivered-to').flatMap((value) => plainAddress(value) ?? []),
        ...valuesOf(mail.headers, 'x-original-to').flatMap((value) => plainAddress(value) ?? []),
        ...envelope.recipients.flatMap((address) => plainAddress(address) ?? []),
      ],
    },
    isAutomatic: isOwn || isOfMachine(mail, envelope),
    files: filesOf(mail),
  };
}

/** Reads sender and subject of a refused mail from its first lines. */
export function refusedMail(raw: Buffer, envelope: Envelope, reason: SetAsideReason): Refused {
  const from = plainAddress(envelope.sender ?? '') ?? plainAddress(headerOf(raw, 'from')) ?? null;
  const subject = keepableName(headerOf(raw, 'subject').slice(0, 500)) ?? '';
  return { kind: 'refused', reason, from, subject, externalId: idOfBytes(raw) };
}

/** Whether a program wrote the mail or sent it to a list: it then gets no automatic reply (RFC 3834). */
function isOfMachine({ headers, contentType, from }: MimeMail, { sender }: Envelope): boolean {
  const first = (name: string) => valuesOf(headers, name)[0]?.trim().toLowerCase();
  const submitted = first('auto-submitted');
  if (submitted !== undefined && !/^no\b/.test(submitted)) return true;
  if (sender === null || first('return-path') === '<>') return true;
  if (/^(bulk|junk|list|auto_reply)\b/.test(first('precedence') ?? '')) return true;
  const told = [
    'list-id',
    'list-unsubscribe',
    'x-auto-response-suppress',
    'x-autoreply',
    'x-autorespond',
    'x-loop',
  ];
  if (told.some((name) => first(name) !== undefined)) return true;
  if (contentType.toLowerCase() === 'multipart/report') return true;
  return from.some(({ address }) => /^(mailer-daemon|postmaster|no-?reply)@/i.test(address));
}

/** Reads the delivery reports in a mail, in the form of RFC 3464 or in older forms. */
function reportsIn(mail: MimeMail): MailReport[] {
  const isReport = mail.contentType.toLowerCase() === 'multipart/report';
  const of = (...types: string[]) =>
    mail.parts.filter((part) => types.includes(part.contentType.toLowerCase()));
  const returned = of('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers').map(textOfPart);
  const externalId = returned.map((text) => idsIn(headerIn(text, 'message-id'))[0]).find((id) => id);
  if (isReport && /feedback-report/i.test(mail.reportType) && externalId) {
    return [{ externalId, outcome: 'failed', reason: 'blacklisted', code: 'complaint' }];
  }
  const [status] = of('message/delivery-status');
  if (isReport && status) {
    const text = textOfPart(status);
    const envelopeId = /^original-envelope-id:\s*(\S+)/im.exec(text)?.[1];
    const id = externalId ?? (envelopeId && messageIdIn(envelopeId) ? envelopeId : undefined);
    return id ? blocksOf(text).flatMap((block) => reportOf(block, id) ?? []) : [];
  }
  return oldReport(mail);
}

const MAX_REPORTED = 200;
/** Maximum length of a line that may contain a server's reply, in characters. */
const MAX_DETAIL_LINE = 400;

/**
 * Reads a bounce without a structured report, as of Exim and formerly Gmail: its text contains the returned message.
 */
function oldReport(mail: MimeMail): MailReport[] {
  const failed = valuesOf(mail.headers, 'x-failed-recipients')[0];
  const isBounce =
    failed !== undefined ||
    (valuesOf(mail.headers, 'return-path')[0]?.trim() === '<>' &&
      mail.from.some(({ address }) => /^mailer-daemon@/i.test(address)));
  if (!isBounce) return [];
  const text = mail.text.slice(0, MAX_EMAIL_TEXT_LENGTH);
  const externalId = idsIn(headerIn(text, 'message-id'))[0];
  if (!externalId) return [];
  const code = /\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1];
  const detail = text
    .split('\n')
    .find((line) => line.length <= MAX_DETAIL_LINE && /\b[45]\d\d[ -]/.test(line))
    ?.trim();
  const outcome = code?.startsWith('4.') ? ('delayed' as const) : ('failed' as const);
  const report = {
    ...{ externalId, outcome, reason: reasonOf(code ?? '') },
    ...(code && { code }),
    ...(detail && { detail }),
  };
  const recipients = (failed ?? '').split(',').flatMap((each) => plainAddress(each) ?? []);
  return recipients.length > 0
    ? recipients.slice(0, MAX_REPORTED).map((recipient) => ({ ...report, recipient }))
    : [report];
}

function reportOf(block: string, externalId: string): MailReport | undefined {
  const fields = fieldsIn(block);
  const action = /^[a-z]+/i.exec(fields.get('action') ?? '')?.[0].toLowerCase();
  if (!action) return undefined;
  const code = /^\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0];
  // The original recipient is the address that we wrote to; the final one may be that of a forwarded mailbox.
  const named = fields.get('original-recipient') ?? fields.get('final-recipient') ?? '';
  const recipient = plainAddress(named.slice(named.indexOf(';') + 1).trim());
  const diagnostic = fields.get('diagnostic-code')?.slice(0, 300);
  const detail = [recipient, diagnostic].filter(Boolean).join(': ');
  const of = { externalId, ...(recipient && { recipient }) };
  const outcome =
    action === 'failed' && !code?.startsWith('4.')
      ? 'failed'
      : action === 'delivered' || action === 'relayed' || action === 'expanded'
        ? 'delivered'
        : 'delayed';
  // Amazon reports recipients on its suppression list with the code of a missing mailbox.
  const reason = /suppression list/i.test(detail) ? 'blacklisted' : reasonOf(code ?? '');
  return { ...of, outcome, reason, ...(code && { code }), ...(detail && { detail }) };
}

function filesOf(mail: MimeMail): MailFile[] {
  const html = mail.html
    ? [{ body: Buffer.from(mail.html), contentType: 'text/plain', part: 'html' as const }]
    : [];
  const parts = mail.parts.slice(0, MAX_FILES).map((part): MailFile => {
    const contentId = part.contentId && keepableName(part.contentId.slice(0, 500));
    const isPicture = part.contentType.toLowerCase().startsWith('image/');
    const isNamed = !!contentId && !!mail.html?.includes(`cid:${contentId}`);
    const isInline = isPicture && (isNamed || (part.isRelated && !!contentId));
    return {
      body: Buffer.from(part.content.buffer, part.content.byteOffset, part.content.byteLength),
      contentType: keepableName(part.contentType.slice(0, 200)) || 'application/octet-stream',
      ...(part.fileName && { fileName: part.fileName }),
      ...(isInline && { part: 'inline' as const }),
      ...(contentId && { contentId }),
    };
  });
  return [...html, ...parts];
}

export function rawFile(raw: Buffer): MailFile {
  return { body: raw, contentType: 'message/rfc822', fileName: 'message.eml', part: 'raw' };
}

function eventIn(parts: MimePart[]) {
  const [calendar] = parts.filter(({ contentType }) =>
    /^(text\/calendar|application\/ics)$/i.test(contentType),
  );
  const event = calendar && invitationIn(textOfPart(calendar));
  return event ? { event } : {};
}

/** Returns the raw text below the headers if the parts of a mail could not be separated; '' otherwise. */
function leftIn({ html, parts }: MimeMail, raw: Buffer): string {
  if (html || parts.length > 0) return '';
  const text = raw.subarray(0, 2 * MAX_EMAIL_TEXT_LENGTH).toString('utf8');
  const end = /\r?\n\r?\n/.exec(text);
  return end ? text.slice(end.index).trim() : '';
}

function textOf(text: string): { text: string; isCut: boolean } {
  const kept = keepable(text.slice(0, MAX_EMAIL_TEXT_LENGTH)) ?? '';
  return { text: kept, isCut: text.length > MAX_EMAIL_TEXT_LENGTH };
}

function peopleIn(people: MimeAddress[]): EmailAddress[] {
  const found = new Map<string, EmailAddress>();
  for (const { address: given, name: called } of people) {
    const address = plainAddress(given);
    const name = keepableName(called.slice(0, 200));
    if (address && !found.has(address)) found.set(address, { address, ...(name && { name }) });
  }
  return [...found.values()].slice(0, 200);
}

function addressed(value: string | null | undefined): EmailAddress | undefined {
  const address = plainAddress(value ?? '');
  return address ? { address } : undefined;
}

/** The first address in a header value, in lower case. */
export function plainAddress(value: string): string | undefined {
  const named = /<([^<>]{1,320})>/.exec(value.slice(0, 2000))?.[1] ?? value.slice(0, 400);
  const address = named.trim().toLowerCase();
  return address.length <= 254 && EMAIL_ADDRESS.test(address) ? address : undefined;
}

/** The ids in angle brackets. */
function idsIn(value: string): string[] {
  return [...value.slice(0, 50_000).matchAll(/<([^<>\s]{1,500})>/g)].map(([, id]) => id!);
}

function valuesOf(headers: HeaderLine[], name: string): string[] {
  return headers
    .filter(({ key }) => key === name)
    .map(({ line }) => line.slice(line.indexOf(':') + 1).replace(/\r?\n[ \t]+/g, ' '));
}

function headerOf(raw: Buffer, name: string): string {
  return headerIn(raw.subarray(0, 50_000).toString('latin1'), name);
}

function headerIn(text: string, name: string): string {
  const found = new RegExp(
    `^${name}:[ \\t]*([^\\r\\n]{0,2000}(?:\\r?\\n[ \\t][^\\r\\n]{0,2000})*)`,
    'im',
  ).exec(text);
  return (found?.[1] ?? '').replace(/\r?\n[ \t]+/g, ' ');
}

/** The first 200,000 bytes of a part, as text. */
function textOfPart({ content }: MimePart): string {
  return Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, 200_000)).toString(
    'utf8',
  );
}

/** The fields of one block by lower-case name; the first of each name counts. */
function fieldsIn(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (name && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** The blocks of a delivery status: first that of the message, then one per recipient. */
function blocksOf(text: string): string[] {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n\n+/)
    .slice(0, 500);
}
