/** Maximum length of a URL from outside, in UTF-16 units. Signed links to files may take some thousand. */
export const MAX_URL_LENGTH = 8_192;
/** Maximum length of scheme, credentials, host and port together, in UTF-16 units. A host has at most 253 characters. */
export const MAX_ORIGIN_LENGTH = 512;

/** Everything that the parser may read as scheme and host: it drops line breaks and tabs, and reads `\` as `/`. */
const ORIGIN = /^[^\\/?#]*[\\/\t\n\r]*[^\\/?#]*/;

/**
 * Parses a URL from outside. `new URL` is quadratic in the combining marks of a host (100,000 take 13 s), so longer texts
 * are refused unread.
 * @param base resolves a relative URL, such as the target of a redirect
 * @returns null if the text is no URL, or exceeds MAX_URL_LENGTH or MAX_ORIGIN_LENGTH
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  if (text.length > MAX_URL_LENGTH || ORIGIN.exec(text)![0].length > MAX_ORIGIN_LENGTH) return null;
  try {
    // URL.canParse of Node 20 refuses Latin-1 letters such as ü once its caller is optimised.
    return new URL(text, base);
  } catch {
    return null;
  }
}
