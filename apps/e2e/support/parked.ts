import { randomUUID } from 'node:crypto';
import { Api } from './api';
import { inDatabase } from './database';
import { demo } from './demo';
import type { Product } from './product';

/**
 * Stores a webhook of the test channel as a dead letter, as a worker does after its last try. A retry of it succeeds.
 * The test writes it directly, because no request from outside can cause a temporary fault of the product.
 */
export async function parkWebhook(
  product: Product,
  { from, text, error }: { from: string; text: string; error: string },
): Promise<void> {
  const api = await Api.signIn(product, demo.admin.email);
  const { customer } = await api.get<{ customer: { id: string } }>('/api/gateway/v1/auth/permissions');
  const id = randomUUID();
  const message = { type: 'message', id, from: { id, name: from }, text };
  const webhook = {
    customerId: customer.id,
    channelId: demo.testChannelId,
    provider: 'test',
    receivedAt: new Date().toISOString(),
    body: Buffer.from(JSON.stringify({ events: [message] })).toString('base64'),
    contentType: 'application/json',
  };
  await inDatabase(product, (database) =>
    database.query(
      `insert into bus.parked (topic, grp, partition, "offset", key, id, value, headers, error, customer_id)
       values ('channels.inbound.v1', 'inbound', 0, 0, $1, $2, $3, '{}', $4, $5)`,
      [demo.testChannelId, id, Buffer.from(JSON.stringify(webhook)), error, customer.id],
    ),
  );
}
