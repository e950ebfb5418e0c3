import { randomUUID } from 'node:crypto';
import express from 'express';
import { topics } from '@parley/contracts/topics';
import { loadConfig } from '@parley/platform/config/config';
import { openEngines } from '@parley/server/engines';

/** Serves a route that publishes the body of every request to the same bus as the product, without any check. */
async function main(): Promise<void> {
  const config = loadConfig({ ...process.env, PARLEY_ROLES: 'ingress' });
  const { bus } = await openEngines(config);
  const app = express().disable('x-powered-by');
  app.use(express.raw({ type: () => true }), async (request, response) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const value = Buffer.from(JSON.stringify({ body: body.toString('base64'), query: request.url }));
    await bus.publish(topics.inbound, [{ key: request.path, id: randomUUID(), value, headers: {} }]);
    response.send('');
  });
  app.listen(config.port, '127.0.0.1', () => process.stdout.write('ready\n'));
  process.once('SIGTERM', () => process.exit(0));
}

void main();
