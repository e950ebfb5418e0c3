import type { SanitisedMail } from './sanitise-mail';

export interface PictureAddresses {
  /** @returns the URL of an image that came with the mail; undefined if its file no longer exists */
  inline?: (contentId: string) => string | undefined;
  /**
   * @returns the URL on this server that fetches an external image and returns it. Undefined: external images are
   * blocked.
   */
  remote?: (number: number) => string;
}

/** Whether a file of this type can be shown as an image within a mail. */
export function isInlinePicture(contentType: string): boolean {
  return /^image\/(png|jpeg|gif|webp)$/.test(contentType);
}

/** Replaces the placeholders of images in a sanitised mail by URLs. Linear in the length of the HTML. */
export function placePictures(
  { html, inlined }: Pick<SanitisedMail, 'html' | 'inlined'>,
  { inline, remote }: PictureAddresses,
): string {
  // This pattern occurs in no text or attribute, in which an angle bracket is escaped.
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
