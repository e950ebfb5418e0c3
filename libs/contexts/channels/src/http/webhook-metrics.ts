import type { NextFunction, Request, Response } from 'express';
import { Counter } from 'prom-client';
import { isProvider } from '@parley/contracts/channels/offers';
import { processMetrics } from '@parley/platform/telemetry/metrics';
import { manifestOf } from '../adapters/registry';

const webhooks = new Counter({
  name: 'parley_webhooks_total',
  help: 'Webhooks by provider and what became of them: accepted ones are on the bus.',
  labelNames: ['provider', 'outcome'],
  registers: [processMetrics],
});

const outcomeOfStatus: Record<number, string> = {
  400: 'malformed',
  401: 'wrong_signature',
  403: 'not_allowed',
  404: 'unknown_channel',
  413: 'too_large',
  415: 'malformed',
  429: 'too_many',
  503: 'unavailable',
};

/** Counts each webhook by its outcome. Installed for `/ingress` before any middleware that may refuse a request. */
export function countWebhooks(request: Request, response: Response, next: NextFunction): void {
  const provider = /^\/([^/]+)/.exec(request.path)?.[1] ?? '';
  if (request.method === 'POST' || (request.method === 'GET' && postsByGet(provider))) {
    response.once('close', () => {
      webhooks.inc({
        provider: isProvider(provider) ? provider : 'unknown',
        outcome: outcomeOf(response),
      });
    });
  }
  next();
}

/** Whether a GET is a webhook. For other providers, it only tests the address. */
function postsByGet(provider: string): boolean {
  const feed = isProvider(provider) ? manifestOf(provider).feed : null;
  return feed?.by === 'webhook' && feed.isGetToo === true;
}

function outcomeOf({ writableFinished, statusCode }: Response): string {
  if (!writableFinished) return 'aborted';
  return statusCode < 300 ? 'accepted' : (outcomeOfStatus[statusCode] ?? 'failed');
}
