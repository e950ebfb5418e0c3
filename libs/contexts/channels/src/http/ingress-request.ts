import { UnsupportedMediaTypeException } from '@nestjs/common';
import { raw, type Request, type RequestHandler } from 'express';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { WebhookFeed } from '@parley/contracts/channels/manifest';
import { isProvider } from '@parley/contracts/channels/offers';
import { checkJsonShape } from '@parley/platform/http/json-shape';
import type { IngressRequest, Webhook } from '../adapters/adapter';
import { manifestOf } from '../adapters/registry';

/**
 * Reads the body of a webhook as the bytes that were posted, since most signatures cover these bytes. A compressed
 * body is refused unless the manifest of its provider allows it. To be installed for `/ingress` only, before any
 * other body parser.
 * @param limit maximum size of a webhook in bytes, after decompression; a larger one gets the status 413
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

/** The body that `ingressBody` read; empty if the request has none. */
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
        // Node gives each header a single text, except for `set-cookie`, which is left out.
        typeof value === 'string' ? [[name, value]] : [],
      ),
    ),
    contentType: request.headers['content-type'] ?? '',
    body: bytesOf(request),
  };
}

/**
 * Parses the payload of a webhook in one of the kinds that its provider posts: JSON, the fields of a form or a query,
 * or bytes. A failure is permanent: the same webhook would fail again.
 * @throws CodedError `invalid_json`, or `invalid_input` if the JSON is too deep or too large
 * @throws UnsupportedMediaTypeException for a body of another kind
 */
export function payloadOf({ query, contentType, body }: Webhook, { bodies, isGetToo }: WebhookFeed): unknown {
  if (isGetToo && body.length === 0) return new URLSearchParams(query);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType);
  if (isForm && bodies.includes('form')) return new URLSearchParams(body.toString('utf8'));
  // The content type is ignored, since not every provider sets it.
  if (bodies.includes('json')) return parsed(body);
  if (bodies.includes('bytes')) return body;
  throw new UnsupportedMediaTypeException();
}

/** Limits of a JSON body: providers nest about a dozen levels, and may put many items into one body. */
const BOUNDS = { depth: 32, entries: 10_000 };

function parsed(body: Buffer): unknown {
  checkJsonShape(body, BOUNDS);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new CodedError('invalid_json');
  }
}
