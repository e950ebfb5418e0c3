import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { processMetrics } from '@parley/platform/telemetry/metrics';
import { countWebhooks } from './webhook-metrics';

/** Answers a request with 200. @returns by how much it raised the count of the provider's accepted webhooks */
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

test('a webhook is counted by how it was answered, a GET where its provider says all in the query', async () => {
  expect(await counted('POST', 'twilio')).toBe(1);
  expect(await counted('POST', 'messagebird')).toBe(1);
  expect(await counted('GET', 'messagebird')).toBe(1);
  expect(await counted('GET', 'whatsapp-cloud')).toBe(0);
});
