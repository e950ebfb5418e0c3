import { raw, type Request, type RequestHandler } from 'express';

/**
 * Reads the bodies of webhooks as the bytes they came in, since signatures are of those. For `/ingress` only, before
 * any parser of bodies.
 * @param limit bytes a webhook may have; a longer one is answered with 413
 */
export function ingressBody(limit: number): RequestHandler {
  return raw({ type: () => true, inflate: false, limit });
}

/** The body that `ingressBody` read; it reads nothing where there is none. */
export function bytesOf(request: Request): Buffer {
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
