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
 * A webhook as adapters get it.
 * @param publicUrl where providers call us. Behind a proxy, only it says on which host and by which scheme.
 */
export function ingressRequestOf(request: Request, publicUrl: string): IngressRequest {
  const { originalUrl } = request;
  const queryAt = originalUrl.indexOf('?');
  return {
    url: publicUrl + originalUrl,
    query: queryAt < 0 ? '' : originalUrl.slice(queryAt + 1),
    headers: Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        // Node joins what may be given several times, and keeps the first of all else, but for cookies of answers.
        typeof value === 'string' ? [[name, value]] : [],
      ),
    ),
    contentType: request.headers['content-type'] ?? '',
    body: bytesOf(request),
  };
}

/**
 * What a webhook says, of the kinds that its provider posts: JSON, the fields of a form or a query, or bytes.
 * @throws CodedError `invalid_json`, or `invalid_input` for one beyond all bounds
 * @throws UnsupportedMediaTypeException for a body of another kind. Sending either again would not help.
 */
export function payloadOf({ query, contentType, body }: Webhook, { bodies, isGetToo }: WebhookFeed): unknown {
  if (isGetToo && body.length === 0) return new URLSearchParams(query);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType);
  if (isForm && bodies.includes('form')) return new URLSearchParams(body.toString('utf8'));
  // Whatever it calls itself: not every provider names the type of what it posts.
  if (bodies.includes('json')) return parsed(body);
  if (bodies.includes('bytes')) return body;
  throw new UnsupportedMediaTypeException();
}

/** Providers go to a dozen levels, and put what they have into one body. */
const BOUNDS = { depth: 32, entries: 10_000 };

function parsed(body: Buffer): unknown {
  checkJsonShape(body, BOUNDS);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new CodedError('invalid_json');
  }
}
