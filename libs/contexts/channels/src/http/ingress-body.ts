import { raw, type Request, type RequestHandler } from 'express';
import { isProvider } from '@parley/contracts/channels/offers';
import { manifestOf } from '../adapters/registry';

/**
 * Reads the bodies of webhooks as raw bytes, since most signatures cover these. A compressed body is refused unless
 * the provider's manifest allows it. For `/ingress` only, before all other body parsers.
 * @param limit maximum size of a webhook in bytes, after decompression; larger ones are answered with 413
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

export function bytesOf(request: Request): Buffer {
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
