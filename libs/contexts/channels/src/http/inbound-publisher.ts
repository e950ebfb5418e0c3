import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { topics, type InboundWebhook } from '@parley/contracts/topics';
import { Bus } from '@parley/platform/bus/bus';
import type { Webhook } from '../adapters/adapter';
import { adapterOf, manifestOf } from '../adapters/registry';
import type { Channel } from '../read/channels.queries';
import { payloadOf } from './ingress-request';
import { orUnavailable } from './unavailable';

/** Publishes webhooks to the bus for the worker. A published webhook survives a crash of this process. */
@Injectable()
export class InboundPublisher {
  constructor(private readonly bus: Bus) {}

  /**
   * @throws CodedError `invalid_json`, or other codes if the body is malformed: see `payloadOf`
   * @throws CodedError `unavailable` if the bus does not accept it; the provider will post it again
   */
  async publish({ id, customerId, provider }: Channel, posted: Webhook): Promise<void> {
    const { feed } = manifestOf(provider);
    // Bodies of other feeds were written by Parley itself and need no validation.
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
      // Messages of one contact are handled in order, of different contacts in parallel. Hashed, since keys are
      // visible to more people than bodies.
      key: `${id}/${createHash('sha256').update(party).digest('hex').slice(0, 16)}`,
      id: randomUUID(),
      value: Buffer.from(JSON.stringify(webhook)),
      headers: { customerId, provider },
    };
    await orUnavailable('bus', this.bus.publish(topics.inbound, [message]));
  }
}
