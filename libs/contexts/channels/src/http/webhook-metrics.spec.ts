import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { processMetrics } from '@parley/platform/telemetry/metrics';
import { countWebhooks } from './webhook-metrics';

/**
 * Counts a request whose response has the status 200.
 * @returns the increase of the provider's count of accepted webhooks
 */
async function counted(method: string, provider: string): Promise<number> {
  const before = await accepted(provider);
  const response = Object.assign(new EventEmitter(), { writableFinished: true, statusCode: 200 });
  const request = { method, path: `/${provider}/1` } as Request;
  countWebhooks(request, response as unknown as Response, () => undefined);
  response.emit('close');
  return (await accepted(provider)) - before;
}

async function accepted(provider: string): Promise<number> {
  const metric = await processMetrics.getSingleMetric('parley_webhooks_total')!.get();
  const found = metric.values.find(
    ({ labels }) => labels.provider === provider && labels.outcome === 'accepted',
  );
  return found?.value ?? 0;
}

test('counts webhooks by outcome, including GET requests of providers that send only a query', async () => {
  expect(await counted('POST', 'twilio')).toBe(1);
  expect(await counted('POST', 'messagebird')).toBe(1);
  expect(await counted('GET', 'messagebird')).toBe(1);
  expect(await counted('GET', 'whatsapp-cloud')).toBe(0);
});
