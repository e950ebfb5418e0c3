import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AppsModule } from '@parley/apps/apps.module';
import { OrganisationMail } from '@parley/apps/neighbours';
import type { Feature } from '@parley/feature/feature';
import { ChannelsModule } from '@parley/channels/channels.module';
import { WebhooksModule } from '@parley/webhooks/webhooks.module';
import { AppWebhookReaction } from './app-webhook.reaction';
import { ChannelMail } from './channel-mail';

/** Implements the ports of the apps context by calling other contexts. */
@Global()
@Module({
  imports: [ChannelsModule],
  providers: [{ provide: OrganisationMail, useClass: ChannelMail }],
  exports: [OrganisationMail],
})
class NeighboursModule {}

@Module({
  imports: [CqrsModule, AppsModule, NeighboursModule, WebhooksModule],
  providers: [AppWebhookReaction],
})
class BackgroundAppsModule {}

/**
 * Connects apps to webhooks, through which they get events in the background, and to channels, through which they
 * send e-mails.
 */
export const installedApps: Feature = {
  module: BackgroundAppsModule,
  http: NeighboursModule,
  reactions: [AppWebhookReaction],
};
