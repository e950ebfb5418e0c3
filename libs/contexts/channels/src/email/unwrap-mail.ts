import type { MimeMail, MimePart } from './mime-mail';
import { unwrapTnef } from './tnef';

/** Maximum number of `winmail.dat` files that are unpacked per mail. */
const MAX_UNWRAPPED = 3;

/** Replaces each readable `winmail.dat` of a mail by the text and the files in it. */
export function unwrapMail(mail: MimeMail): MimeMail {
  let { text, html } = mail;
  let room = MAX_UNWRAPPED;
  const parts = mail.parts.flatMap((part) => {
    const isWrapped =
      /^application\/(?:vnd\.)?ms-tnef$/i.test(part.contentType) ||
      /^winmail\.dat$/i.test(part.fileName ?? '');
    const found = isWrapped && room-- > 0 ? unwrapTnef(Buffer.from(part.content)) : null;
    if (!found) return [part];
    html ??= found.html;
    if (text.trim() === '') text = found.text ?? '';
    // Keeps the original, since it contains files that were not read.
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
  return room === MAX_UNWRAPPED ? mail : { ...mail, text, html, parts };
}
