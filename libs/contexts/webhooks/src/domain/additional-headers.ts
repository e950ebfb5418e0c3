import { Rejected } from '@parley/event-sourcing/decider/decider';

const MOST_HEADERS = 20;

/** Names of RFC 9110; values that every server reads alike. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const VALUE = /^[\x20-\x7e\t]{0,2000}$/;

/** They are ours, or decide how the request is read. `authorization` and `cookie` are the receiver's business. */
const RESERVED =
  /^(webhook-.*|proxy-.*|host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|user-agent)$/i;

/**
 * The additional headers of a webhook, as they were written: an object of texts in JSON. Empty text: none.
 * @throws Rejected `webhook_headers` for anything else, `webhook_header_reserved` for a header that would forge ours
 */
export function additionalHeaders(text: string): Record<string, string> {
  if (text.trim() === '') return {};
  const parsed = parse(text);
  const entries = Object.entries(parsed);
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  if (names.size !== entries.length || entries.length > MOST_HEADERS) throw new Rejected('webhook_headers');
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
