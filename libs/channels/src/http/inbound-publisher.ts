import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import { topics, type InboundWebhook } from '@parley/contracts/topics';
import { Bus } from '@parley/platform/bus/bus';
import { adapterOf } from '../adapters/registry';
import type { Channel } from '../read/channels.queries';
import { orUnavailable } from './unavailable';

/** Hands webhooks to the worker. What it has published outlives this process. */
@Injectable()
export class InboundPublisher {
  constructor(private readonly bus: Bus) {}

  /**
   * @throws CodedError `invalid_json` for a body that is none: sending it again would not help
   * @throws CodedError `unavailable` if the bus does not have it: the provider sends it again
   */
  async publish({ id, customerId, provider }: Channel, body: Buffer, contentType: string): Promise<void> {
    const party = adapterOf(provider).partyOf(parse(body)) ?? '';
    const webhook: InboundWebhook = {
      customerId,
      channelId: id,
      provider,
      receivedAt: new Date().toISOString(),
      body: body.toString('base64'),
      contentType,
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

/** @throws CodedError `invalid_json` */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new CodedError('invalid_json');
  }
}
