import { Injectable } from '@nestjs/common';
import { topics } from '@parley/contracts/topics';
import { OutboundConsumer } from './outbound.consumer';

/**
 * Sends messages of broadcasts, from a topic of their own: however many wait there, what colleagues write goes at once.
 * One that the provider refuses for now is not tried in place, where it would keep others from their turn, but deferred.
 */
@Injectable()
export class BroadcastConsumer extends OutboundConsumer {
  override readonly topic = topics.broadcast;
  override readonly group = 'broadcast';
  override patienceMs = 0;
}
