import { Injectable } from '@nestjs/common';
import { topics } from '@parley/contracts/topics';
import { OutboundConsumer } from './outbound.consumer';

/**
 * Sends messages of broadcasts from a topic of their own, so that they never delay agents' messages. A message that
 * the provider refuses for now is deferred instead of retried in place, where it would block the messages behind it.
 */
@Injectable()
export class BroadcastConsumer extends OutboundConsumer {
  override readonly topic = topics.broadcast;
  override readonly group = 'broadcast';
  override patienceMs = 0;
}
