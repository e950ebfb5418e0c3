import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AppsModule } from '@parley/apps/apps.module';
import type { Feature } from '@parley/event-sourcing/feature';
import { WebhooksModule } from '@parley/webhooks/webhooks.module';
import { AppWebhookReaction } from './app-webhook.reaction';

@Module({ imports: [CqrsModule, AppsModule, WebhooksModule], providers: [AppWebhookReaction] })
class BackgroundAppsModule {}

/** Apps that work in the background: of apps and webhooks together. */
export const backgroundApps: Feature = { module: BackgroundAppsModule, reactions: [AppWebhookReaction] };
