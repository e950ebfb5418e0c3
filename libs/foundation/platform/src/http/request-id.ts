import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { correlated } from '../telemetry/correlation';
import { traced } from '../telemetry/tracing';
import { isFromTrustedProxy, isLoopback, type TrustedProxies } from './client-address';
import { routeOf } from './http-metrics';

const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;
/** Paths whose requests are traced; pages and their assets are not. */
const TRACED_PATHS = /^\/(api|auth|ingress)\//;

/**
 * Gives each request an id: for the response header, the log lines, the events that the request causes, and its
 * trace. Keeps a well-formed `X-Request-Id` of a trusted proxy or of this machine; other clients could otherwise join
 * foreign traces or force the sampling of their own.
 */
export function identifyRequest(trusted: TrustedProxies): RequestHandler {
  return (request, response, next) => {
    const mayName = isLoopback(request.socket.remoteAddress) || isFromTrustedProxy(request, trusted);
    const given = (mayName && request.get('x-request-id')) || '';
    const correlationId = WELL_FORMED.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', correlationId);
    correlated(correlationId, () => trace(request, response, { correlationId, next }));
  };
}

function trace(
  request: Request,
  response: Response,
  { correlationId, next }: { correlationId: string; next: NextFunction },
): void {
  if (!TRACED_PATHS.test(request.path)) return next();
  void traced({ name: request.method, kind: 'server', correlationId, isFirst: true }, async (span) => {
    next();
    if (!span) return;
    await new Promise<void>((resolve) => response.once('close', resolve));
    const route = routeOf(request, response);
    span.updateName(`${request.method} ${route}`);
    span.setAttributes({
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': response.statusCode,
      'parley.correlation_id': correlationId,
    });
  });
}

/** @returns the id from `identifyRequest` */
export function requestIdOf(response: Response): string {
  const given = response.getHeader('x-request-id');
  return typeof given === 'string' ? given : randomUUID();
}
