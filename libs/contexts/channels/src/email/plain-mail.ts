import { textOfHtml } from '@parley/mail-html/text-of-html';
import type { HeaderLine, MimeAddress, MimeMail } from './mime-mail';

/** Number of bytes of the headers that are read. */
const MAX_HEAD_BYTES = 64_000;
/** Number of bytes of the body that are read. */
const MAX_BODY_BYTES = 200_000;
const MAX_HEADERS = 500;
/** Number of characters of a header that are read for text or addresses. */
const MAX_VALUE_LENGTH = 5_000;
const MAX_ADDRESSES = 50;

/**
 * Reads the headers and the beginning of the body without splitting the mail into its parts, so that a mail whose
 * parsing costs too much is still delivered. Runs in linear time on bounded input.
 */
export function plainMail(raw: Buffer): MimeMail {
  const head = raw.subarray(0, MAX_HEAD_BYTES).toString('latin1');
  const end = /\r?\n\r?\n/.exec(head);
  const headers = headerLines(end ? head.slice(0, end.index) : head);
  const value = (name: string) => valueOf(headers, name);
  const bodyStart = end ? end.index + end[0].length : raw.length;
  const body = raw.subarray(bodyStart, bodyStart + MAX_BODY_BYTES).toString('utf8');
  const contentType = (/^[^;\s]{1,100}/.exec(value('content-type'))?.[0] ?? '').toLowerCase();
  return {
    headers,
    contentType,
    reportType: '',
    subject: decodedWords(value('subject')),
    messageId: value('message-id') || undefined,
    inReplyTo: value('in-reply-to') || undefined,
    date: dateIn(value('date')),
    from: addressesIn(value('from')),
    to: addressesIn(value('to')),
    cc: addressesIn(value('cc')),
    bcc: [],
    replyTo: addressesIn(value('reply-to')),
    text: contentType === 'text/html' ? textOfHtml(body) : body.trim(),
    html: null,
    parts: [],
  };
}

function headerLines(head: string): HeaderLine[] {
  return head
    .replace(/\r?\n[ \t]/g, ' ')
    .split(/\r?\n/, MAX_HEADERS)
    .flatMap((line) => {
      const key = line.slice(0, Math.max(line.indexOf(':'), 0)).toLowerCase();
      return /^[!-9;-~]{1,100}$/.test(key) ? [{ key, line }] : [];
    });
}

function valueOf(headers: HeaderLine[], name: string): string {
  const line = headers.find(({ key }) => key === name)?.line ?? '';
  return line.slice(name.length + 1, name.length + 1 + MAX_VALUE_LENGTH).trim();
}

function dateIn(value: string): Date | null {
  const time = Date.parse(value.slice(0, 100));
  return Number.isNaN(time) ? null : new Date(time);
}

/** Parses `Eva <eva@example.org>, bo@example.org`. A comma within a name loses only the name's first part. */
function addressesIn(value: string): MimeAddress[] {
  return value
    .split(',', MAX_ADDRESSES)
    .map((each) => {
      const open = each.indexOf('<');
      const address = open < 0 ? each : each.slice(open + 1).split('>', 1)[0]!;
      const name = open < 0 ? '' : each.slice(0, open);
      return { address: address.trim(), name: decodedWords(name.replaceAll('"', '').trim()) };
    })
    .filter(({ address }) => address.includes('@'));
}

/** Decodes the words of a header as in RFC 2047; words in an unknown encoding stay as they are. */
function decodedWords(value: string): string {
  const bytes = Buffer.from(value, 'latin1').toString('utf8');
  return bytes
    .replace(/\?=\s{1,20}=\?/g, '?==?')
    .replace(
      /=\?([\w-]{1,40})(?:\*\w{1,10})?\?([bq])\?([^?\s]{0,1000})\?=/gi,
      (all, charset: string, encoding: string, text: string) => {
        try {
          return new TextDecoder(charset).decode(encodedBytes(encoding, text));
        } catch {
          return all;
        }
      },
    );
}

function encodedBytes(encoding: string, text: string): Buffer {
  if (encoding.toLowerCase() === 'b') return Buffer.from(text, 'base64');
  const plain = text
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
