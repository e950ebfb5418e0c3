import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { handlersOf } from '@parley/event-sourcing/decider/command-bus';
import { Answers } from './delivery/answers';
import { DeliveryBody } from './delivery/delivery-body';
import { DeliveryQueue } from './delivery/delivery-queue';
import { DeliveryRequests } from './delivery/delivery-requests';
import { DeliveryStore } from './delivery/delivery-store';
import { ReceiverAddresses } from './delivery/receiver-address';
import { Subjects } from './delivery/subjects';
import { WebhookFollower } from './delivery/webhook-follower';
import { WebhookSender } from './delivery/webhook-sender';
import { WebhookQueries } from './read/webhooks.queries';
import { ToIntegrationEvent } from './domain/integration-event';
import { ToWebhook } from './domain/webhook';
import { WebhookSecrets } from './write/webhook-secrets';

@Module({
  imports: [CqrsModule],
  providers: [
    ...handlersOf(ToIntegrationEvent, ToWebhook),
    Answers,
    DeliveryBody,
    DeliveryQueue,
    DeliveryRequests,
    DeliveryStore,
    ReceiverAddresses,
    Subjects,
    WebhookFollower,
    WebhookQueries,
    WebhookSecrets,
    WebhookSender,
  ],
  exports: [DeliveryRequests, ReceiverAddresses, Subjects, WebhookQueries, WebhookSecrets],
})
export class WebhooksModule {}
