import { Injectable } from '@nestjs/common';
import { topics } from '@parley/contracts/topics';
import { OutboundConsumer } from './outbound.consumer';

/**
 * Sends messages of broadcasts from their own topic, so that they never delay agents' messages. If a provider refuses
 * a message temporarily, the message is deferred and not retried immediately, which would block the messages behind
 * it.
 */
@Injectable()
export class BroadcastConsumer extends OutboundConsumer {
  override readonly topic = topics.broadcast;
  override readonly group = 'broadcast';
  override patienceMs = 0;
}
