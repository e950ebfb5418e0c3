import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AppsModule } from '@parley/apps/apps.module';
import { OrganisationMail } from '@parley/apps/neighbours';
import type { Feature } from '@parley/feature/feature';
import { ChannelsModule } from '@parley/channels/channels.module';
import { WebhooksModule } from '@parley/webhooks/webhooks.module';
import { AppWebhookReaction } from './app-webhook.reaction';
import { ChannelMail } from './channel-mail';

/** What apps ask of other contexts. */
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

/** Apps that work in the background: of apps and webhooks together; and e-mails of apps, by channels. */
export const installedApps: Feature = {
  module: BackgroundAppsModule,
  http: NeighboursModule,
  reactions: [AppWebhookReaction],
};
