/** Maximum length of a URL from outside, in UTF-16 units. Signed links to files may need a few thousand. */
export const MAX_URL_LENGTH = 8_192;
/**
 * Maximum length of scheme, credentials, host and port together, in UTF-16 units. A host has at most 253 characters.
 */
export const MAX_ORIGIN_LENGTH = 512;

/** The part that the parser may read as scheme and host: it ignores line breaks and tabs, and reads `\` as `/`. */
const ORIGIN = /^[^\\/?#]*[\\/\t\n\r]*[^\\/?#]*/;

/**
 * Parses a URL from outside. `new URL` takes quadratic time in the combining marks of a host (100,000 take 13 s), so
 * longer texts are
 * refused without parsing.
 * @param base resolves a relative URL, such as the target of a redirect
 * @returns null if the text is no URL, or exceeds MAX_URL_LENGTH or MAX_ORIGIN_LENGTH
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  if (text.length > MAX_URL_LENGTH || ORIGIN.exec(text)![0].length > MAX_ORIGIN_LENGTH) return null;
  try {
    // URL.canParse of Node 20 refuses Latin-1 letters such as ü once V8 has optimised its caller.
    return new URL(text, base);
  } catch {
    return null;
  }
}
