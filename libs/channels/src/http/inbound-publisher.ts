import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import { topics, type InboundWebhook } from '@parley/contracts/topics';
import { Bus } from '@parley/platform/bus/bus';
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
    if (!isJson(body)) throw new CodedError('invalid_json');
    const webhook: InboundWebhook = {
      customerId,
      channelId: id,
      provider,
      receivedAt: new Date().toISOString(),
      body: body.toString('base64'),
      contentType,
    };
    const message = {
      key: id,
      id: randomUUID(),
      value: Buffer.from(JSON.stringify(webhook)),
      headers: { customerId, provider },
    };
    await orUnavailable('bus', this.bus.publish(topics.inbound, [message]));
  }
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
