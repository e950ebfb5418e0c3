import type { NextFunction, Request, Response } from 'express';
import { Counter, Histogram } from 'prom-client';
import { runAs } from '../telemetry/event-loop';
import { processMetrics } from '../telemetry/metrics';
import type { Principal } from './principal';

const requests = new Counter({
  name: 'parley_http_requests_total',
  help: 'Requests that were answered, by route and status.',
  labelNames: ['method', 'route', 'status'],
  registers: [processMetrics],
});

const duration = new Histogram({
  name: 'parley_http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last of its answer.',
  labelNames: ['method', 'route'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [processMetrics],
});

/** Counts every request by its route template, such as `/api/v3/users/:id`. */
export function measureRequests(request: Request, response: Response, next: NextFunction): void {
  const stop = duration.startTimer();
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  response.once('close', () => {
    const route = routeOf(request, response);
    const method = route === 'unmatched' ? 'any' : request.method;
    // The client disconnected before the response was complete.
    const status = response.writableFinished ? String(response.statusCode) : 'aborted';
    requests.inc({ method, route, status });
    stop({ method, route });
  });
  const name = () => `${request.method} ${routeOf(request, response)}`;
  const customerIds = () => {
    const { principal } = request as { principal?: Principal };
    return principal ? [principal.customerId] : [];
  };
  void runAs({ kind: 'request', name, customerIds }, () => {
    next();
    return closed;
  });
}

/**
 * @returns the route template, since paths contain ids. A request that no route matches counts as `unmatched`, since
 * clients can request any path.
 */
export function routeOf(request: Request, response: Response): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  if (typeof path === 'string') return path;
  return response.statusCode < 400 ? 'page' : 'unmatched';
}
