import { UnsupportedMediaTypeException } from '@nestjs/common';
import { raw, type Request, type RequestHandler } from 'express';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { WebhookFeed } from '@parley/contracts/channels/manifest';
import { isProvider } from '@parley/contracts/channels/offers';
import { checkJsonShape } from '@parley/platform/http/json-shape';
import type { IngressRequest, Webhook } from '../adapters/adapter';
import { manifestOf } from '../adapters/registry';

/**
 * Reads the bodies of webhooks as the bytes they came in, since most signatures are of those: a compressed body is
 * refused, unless its provider's manifest allows it. For `/ingress` only, before any parser of bodies.
 * @param limit bytes a webhook may have, unpacked; a longer one is answered with 413
 */
export function ingressBody(limit: number, mayBeCompressed = isAllowed): RequestHandler {
  const asPosted = raw({ type: () => true, inflate: false, limit });
  const unpacked = raw({ type: () => true, inflate: true, limit });
  return (request, response, next) => {
    const [, provider = ''] = request.path.split('/');
    return (mayBeCompressed(provider) ? unpacked : asPosted)(request, response, next);
  };
}

function isAllowed(provider: string): boolean {
  const feed = isProvider(provider) ? manifestOf(provider).feed : null;
  return feed?.by === 'webhook' && feed.mayBeCompressed === true;
}

/** The body that `ingressBody` read; it reads nothing where there is none. */
function bytesOf(request: Request): Buffer {
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/**
 * Converts a request to the form that adapters read.
 * @param publicUrl public base address. Behind a proxy, the request itself does not show host and scheme.
 */
export function ingressRequestOf(request: Request, publicUrl: string): IngressRequest {
  const { originalUrl } = request;
  const queryAt = originalUrl.indexOf('?');
  return {
    url: publicUrl + originalUrl,
    query: queryAt < 0 ? '' : originalUrl.slice(queryAt + 1),
    headers: Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        // Node joins the values of repeatable headers and keeps the first of all others, except for `set-cookie`.
        typeof value === 'string' ? [[name, value]] : [],
      ),
    ),
    contentType: request.headers['content-type'] ?? '',
    body: bytesOf(request),
  };
}

/**
 * Parses the payload of a webhook in one of the kinds that its provider posts: JSON, the fields of a form or a query,
 * or bytes. Redelivering the same webhook would fail again.
 * @throws CodedError `invalid_json`, or `invalid_input` if the JSON is too deep or too large
 * @throws UnsupportedMediaTypeException for a body of another kind
 */
export function payloadOf({ query, contentType, body }: Webhook, { bodies, isGetToo }: WebhookFeed): unknown {
  if (isGetToo && body.length === 0) return new URLSearchParams(query);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType);
  if (isForm && bodies.includes('form')) return new URLSearchParams(body.toString('utf8'));
  // Regardless of the content type, which not every provider sets.
  if (bodies.includes('json')) return parsed(body);
  if (bodies.includes('bytes')) return body;
  throw new UnsupportedMediaTypeException();
}

/** Providers nest about a dozen levels, and put everything into one body. */
const BOUNDS = { depth: 32, entries: 10_000 };

function parsed(body: Buffer): unknown {
  checkJsonShape(body, BOUNDS);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new CodedError('invalid_json');
  }
}
