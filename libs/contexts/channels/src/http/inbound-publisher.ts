import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { topics, type InboundWebhook } from '@parley/contracts/topics';
import { Bus } from '@parley/platform/bus/bus';
import type { Webhook } from '../adapters/adapter';
import { adapterOf, manifestOf } from '../adapters/registry';
import type { Channel } from '../read/channels.queries';
import { payloadOf } from './ingress-request';
import { orUnavailable } from './unavailable';

/** Hands webhooks to the worker. What it has published outlives this process. */
@Injectable()
export class InboundPublisher {
  constructor(private readonly bus: Bus) {}

  /**
   * @throws CodedError `invalid_json`, and others for what its provider never posts: see `payloadOf`
   * @throws CodedError `unavailable` if the bus does not have it: the provider sends it again
   */
  async publish({ id, customerId, provider }: Channel, posted: Webhook): Promise<void> {
    const { feed } = manifestOf(provider);
    // What comes otherwise is ours already.
    const payload = feed.by === 'webhook' ? payloadOf(posted, feed) : posted.body;
    const party = adapterOf(provider).partyOf(payload, posted) ?? '';
    const kept = (feed.by === 'webhook' ? (feed.keptHeaders ?? []) : []).flatMap((name) => {
      const value = posted.headers[name];
      return value === undefined ? [] : [[name, value]];
    });
    const webhook: InboundWebhook = {
      customerId,
      channelId: id,
      provider,
      receivedAt: new Date().toISOString(),
      body: posted.body.toString('base64'),
      contentType: posted.contentType,
      ...(posted.query !== '' && { query: posted.query }),
      ...(kept.length > 0 && { headers: Object.fromEntries(kept) as Record<string, string> }),
    };
    const message = {
      // In order for one contact, side by side for all of them. Hashed: a key may be seen where a body may not.
      key: `${id}/${createHash('sha256').update(party).digest('hex').slice(0, 16)}`,
      id: randomUUID(),
      value: Buffer.from(JSON.stringify(webhook)),
      headers: { customerId, provider },
    };
    await orUnavailable('bus', this.bus.publish(topics.inbound, [message]));
  }
}
