import { simpleParser, type AddressObject, type EmailAddress, type ParsedMail } from 'mailparser';
import { textOfHtml } from '@parley/mail-html/text-of-html';
import type { MimeAddress, MimeMail, MimePart } from './mime-mail';
import { unwrapMail } from './unwrap-mail';

const MAX_HEADERS = 2_000;
/** Maximum length of a header field, in characters. */
const MAX_HEADER_LENGTH = 20_000;
const MAX_ADDRESSES = 1_000;

/**
 * Parses a mail with its parts and its `winmail.dat`. The cost is not fully bounded by the size, so it runs in a
 * thread with a time limit (`mail.tasks.ts`).
 * @throws Error if the mail has more parts, headers or nesting than the parser accepts
 */
export async function parseMime(raw: Buffer): Promise<MimeMail> {
  const mail = await simpleParser(raw, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    keepDeliveryStatus: true,
  });
  const whole = unwrapped(mimeMailOf(mail));
  if (whole.text.trim() !== '' || !whole.html) return whole;
  return { ...whole, text: textOfHtml(whole.html) };
}

function mimeMailOf(mail: ParsedMail): MimeMail {
  const type = mail.headers.get('content-type') as
    { value?: string; params?: Record<string, string> } | undefined;
  const hasDate = mail.headerLines.some(
    ({ key, line }) => key === 'date' && !Number.isNaN(Date.parse(line.slice(5, 200))),
  );
  return {
    headers: mail.headerLines
      .slice(0, MAX_HEADERS)
      .map(({ key, line }) => ({ key, line: line.slice(0, MAX_HEADER_LENGTH) })),
    contentType: type?.value ?? '',
    reportType: type?.params?.['report-type'] ?? '',
    subject: mail.subject ?? '',
    messageId: mail.messageId,
    inReplyTo: mail.inReplyTo,
    date: hasDate && mail.date ? mail.date : null,
    from: addressesIn(mail.from),
    to: addressesIn(mail.to),
    cc: addressesIn(mail.cc),
    bcc: addressesIn(mail.bcc),
    replyTo: addressesIn(mail.replyTo),
    text: mail.text ?? '',
    html: typeof mail.html === 'string' && mail.html.trim() ? mail.html : null,
    parts: mail.attachments.map((part): MimePart => ({
      contentType: part.contentType ?? 'application/octet-stream',
      fileName: part.filename || undefined,
      contentId: part.cid,
      isRelated: part.related === true,
      disposition: part.contentDisposition ?? '',
      content: new Uint8Array(part.content),
    })),
  };
}

function addressesIn(field: AddressObject | AddressObject[] | undefined): MimeAddress[] {
  return [field ?? []]
    .flat()
    .flatMap(({ value }) => value)
    .flatMap((each: EmailAddress) => each.group ?? [each])
    .slice(0, MAX_ADDRESSES)
    .map(({ address, name }) => ({ address: address ?? '', name: name ?? '' }));
}

/** Replaces `winmail.dat` by the files in it; keeps it as a file if it is unreadable. */
function unwrapped(mail: MimeMail): MimeMail {
  try {
    return unwrapMail(mail);
  } catch {
    return mail;
  }
}
