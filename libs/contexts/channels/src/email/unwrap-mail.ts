import type { MimeMail, MimePart } from './mime-mail';
import { unwrapTnef } from './tnef';

/** Of one mail. */
const MOST_UNWRAPPED = 3;

/** A mail of Outlook with what it wrapped up in a `winmail.dat` in the place of that, as far as it can be unwrapped. */
export function unwrapMail(mail: MimeMail): MimeMail {
  let { text, html } = mail;
  let room = MOST_UNWRAPPED;
  const parts = mail.parts.flatMap((part) => {
    const isWrapped =
      /^application\/(?:vnd\.)?ms-tnef$/i.test(part.contentType) ||
      /^winmail\.dat$/i.test(part.fileName ?? '');
    const found = isWrapped && room-- > 0 ? unwrapTnef(Buffer.from(part.content)) : null;
    if (!found) return [part];
    html ??= found.html;
    if (text.trim() === '') text = found.text ?? '';
    // What was not read of it is in there.
    const whole = found.isPartial ? [part] : [];
    const files = found.files.map(
      ({ content, contentType = 'application/octet-stream', ...file }): MimePart => ({
        ...file,
        contentType,
        content,
        isRelated: file.contentId !== undefined,
        disposition: 'attachment',
      }),
    );
    return [...whole, ...files];
  });
  return room === MOST_UNWRAPPED ? mail : { ...mail, text, html, parts };
}
