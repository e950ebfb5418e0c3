import type { SanitisedMail } from './sanitise-mail';

export interface PictureAddresses {
  /** The address of a picture that came with the mail; undefined if it is gone. */
  inline?: (contentId: string) => string | undefined;
  /** The address under which we fetch a picture from elsewhere. Left out: those pictures are not shown. */
  remote?: (number: number) => string;
}

/** Whether browsers show a file of this type as a picture of pixels within a mail. */
export function isInlinePicture(contentType: string): boolean {
  return /^image\/(png|jpeg|gif|webp)$/.test(contentType);
}

/** The HTML of a sanitised mail with addresses in place of the marks of its pictures. Linear in its length. */
export function placePictures(
  { html, inlined }: Pick<SanitisedMail, 'html' | 'inlined'>,
  { inline, remote }: PictureAddresses,
): string {
  // No text or attribute can hold this: its angle bracket would be escaped.
  return html.replace(/<img data-(inline|remote)="(\d{1,5})"/g, (_, kind: string, digits: string) => {
    const number = Number(digits);
    if (kind === 'remote') return remote ? `<img src="${escaped(remote(number))}"` : '<img data-blocked=""';
    const address = inline?.(inlined[number] ?? '');
    return address === undefined ? '<img' : `<img src="${escaped(address)}"`;
  });
}

function escaped(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
