/** Characters of the HTML of an e-mail that somebody writes: what they say, a signature, and what they quote. */
export const LONGEST_EMAIL_HTML = 600_000;
/** Characters of the plain text of an e-mail that are kept with its message. */
export const LONGEST_EMAIL_TEXT = 100_000;
/** Characters of a line of a header (RFC 5322). */
export const LONGEST_SUBJECT = 998;
/** Characters of an address (RFC 5321). */
export const LONGEST_EMAIL_ADDRESS = 254;
/** People in one header of what we send. */
export const MOST_EMAIL_ADDRESSES = 50;
/** Bytes of an e-mail with all its files, as most servers take it. */
export const LARGEST_EMAIL = 25 * 1024 * 1024;

/** Bytes that files take in an e-mail: as base64 with its line breaks. */
export function sizeInEmail(bytes: number): number {
  return Math.ceil(bytes * 1.37);
}

/** One address and nothing beside it: no blank, line break, comma or angle bracket could bring in a second one. */
export const EMAIL_ADDRESS = /^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@[^\s@<>(),;:"\\[\]\p{Cc}]{1,253}$/u;
