/** Maximum length in characters of the HTML of an e-mail that a user writes, including signature and quoted text. */
export const MAX_EMAIL_HTML_LENGTH = 600_000;
/** Maximum length in characters of the plain text that is stored with an e-mail's message. */
export const MAX_EMAIL_TEXT_LENGTH = 100_000;
/** Maximum length in characters of a header line (RFC 5322). */
export const MAX_SUBJECT_LENGTH = 998;
/** Maximum length in characters of an address (RFC 5321). */
export const MAX_EMAIL_ADDRESS_LENGTH = 254;
/** Maximum number of recipients in one header of an e-mail that the organisation sends. */
export const MAX_EMAIL_ADDRESSES = 50;
/** Maximum size in bytes of an e-mail with all its files; the usual limit of mail servers. */
export const MAX_EMAIL_SIZE = 25 * 1024 * 1024;

/** Size in bytes that files need in an e-mail: base64 with line breaks. */
export function sizeInEmail(bytes: number): number {
  return Math.ceil(bytes * 1.37);
}

/** Exactly one address: without spaces, line breaks, commas and angle brackets, which could add a second address. */
export const EMAIL_ADDRESS = /^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@[^\s@<>(),;:"\\[\]\p{Cc}]{1,253}$/u;
