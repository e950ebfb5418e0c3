import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ChannelsModule } from '@parley/channels/channels.module';
import { InboundPublisher } from '@parley/channels/http/inbound-publisher';
import { ContactsModule } from '@parley/contacts/contacts.module';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import type { Feature } from '@parley/feature/feature';
import { LiveModule } from '@parley/realtime/live.module';
import { SeenSite1766100000000 } from './seen-site.migration';
import { SeenSites } from './seen-sites';
import { SiteGuard } from './site.guard';
import { VisitorThreads } from './visitor-threads';
import { VisitorTokens } from './visitor-tokens';
import { VisitorUploads } from './visitor-uploads';
import { VisitorsController } from './visitors.controller';
import { VisitorsGateway } from './visitors.gateway';
import { WebChatChannels } from './web-chat-channels';
import { WebChatSitesController } from './web-chat-sites.controller';

@Module({
  imports: [CqrsModule, ChannelsModule, ContactsModule, ConversationsModule],
  providers: [SeenSites, VisitorThreads, VisitorTokens, WebChatChannels],
  exports: [SeenSites, VisitorThreads, VisitorTokens, WebChatChannels],
})
class VisitorsModule {}

@Module({
  imports: [VisitorsModule],
  controllers: [VisitorsController],
  providers: [InboundPublisher, SiteGuard, VisitorUploads],
})
class VisitorsIngressModule {}

@Module({ imports: [VisitorsModule, LiveModule], providers: [VisitorsGateway] })
class VisitorsSocketsModule {}

@Module({ imports: [ChannelsModule], controllers: [WebChatSitesController], providers: [SeenSites] })
class WebChatSitesModule {}

/** The web chat on websites of organisations: connects channels, contacts and conversations. */
export const webChat: Feature = {
  migrations: [SeenSite1766100000000],
  http: WebChatSitesModule,
  ingress: VisitorsIngressModule,
  sockets: VisitorsSocketsModule,
};
