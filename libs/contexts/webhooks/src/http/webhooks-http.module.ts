import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { WebhooksModule } from '../webhooks.module';
import { IntegrationEventsController } from './integration-events.controller';
import { WebhookEventsController } from './webhook-events.controller';
import { WebhooksController } from './webhooks.controller';

@Module({
  imports: [CqrsModule, WebhooksModule],
  controllers: [IntegrationEventsController, WebhooksController, WebhookEventsController],
})
export class WebhooksHttpModule {}
