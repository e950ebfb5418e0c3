import type { Feature } from '@parley/feature/feature';
import { WebhookDelivery1767100000000 } from './delivery/webhook-delivery.migration';
import { WebhookReplayEnd1767455000000 } from './delivery/webhook-replay-end.migration';
import { WebhookFollower } from './delivery/webhook-follower';
import { WebhookSender } from './delivery/webhook-sender';
import { WebhooksHttpModule } from './http/webhooks-http.module';
import { eventsView } from './read/events.view';
import { webhooksView } from './read/webhooks.view';
import { WebhooksModule } from './webhooks.module';

/** Delivers events of an organisation to other programs. Webhooks use the ability `developers`, as API keys do. */
export const webhooks: Feature = {
  module: WebhooksModule,
  migrations: [WebhookDelivery1767100000000, WebhookReplayEnd1767455000000],
  views: [webhooksView, eventsView],
  work: [WebhookFollower, WebhookSender],
  abilities: { events: { read: 'user', create: 'user' } },
  http: WebhooksHttpModule,
};
