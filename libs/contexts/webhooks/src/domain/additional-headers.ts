import { Rejected } from '@parley/event-sourcing/decider/decider';

const MAX_HEADERS = 20;

/** Names by RFC 9110; values with characters that every server reads alike. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const VALUE = /^[\x20-\x7e\t]{0,2000}$/;

/**
 * Headers that the sender sets or that change how the request is read. `authorization` and `cookie` are allowed,
 * since they concern the receiver only.
 */
const RESERVED =
  /^(webhook-.*|proxy-.*|host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|user-agent)$/i;

/**
 * Parses the additional headers of a webhook: a JSON object of texts. Empty text means no headers.
 * @throws Rejected `webhook_headers` for anything else, `webhook_header_reserved` for a header that would replace one
 *   of ours
 */
export function additionalHeaders(text: string): Record<string, string> {
  if (text.trim() === '') return {};
  const parsed = parse(text);
  const entries = Object.entries(parsed);
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  if (names.size !== entries.length || entries.length > MAX_HEADERS) throw new Rejected('webhook_headers');
  for (const [name, value] of entries) {
    if (!NAME.test(name) || typeof value !== 'string' || !VALUE.test(value)) {
      throw new Rejected('webhook_headers', name);
    }
    if (RESERVED.test(name)) throw new Rejected('webhook_header_reserved', name);
  }
  return parsed as Record<string, string>;
}

function parse(text: string): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Rejected('webhook_headers');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Rejected('webhook_headers');
  return parsed;
}
