import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessModule } from '@parley/access/access.module';
import { CatalogueModule } from '@parley/catalogue/catalogue.module';
import { ChannelsModule } from '@parley/channels/channels.module';
import { ContactsModule } from '@parley/contacts/contacts.module';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import { EngageModule } from '@parley/engage/engage.module';
import {
  BroadcastAudience,
  BroadcastMessages,
  BroadcastTemplates,
  EngageAgreement,
} from '@parley/engage/write/neighbours';
import type { Feature } from '@parley/feature/feature';
import { TemplatesModule } from '@parley/templates/templates.module';
import { Agreement } from './agreement';
import { BroadcastReplyReaction } from './broadcast-reply.reaction';
import { BroadcastUses } from './broadcast-uses';
import { ChannelBroadcastTemplates } from './channel-broadcast-templates';
import { ContactMessages } from './contact-messages';
import { LimitRaiseReaction } from './limit-raise.reaction';
import { ListAudience } from './list-audience';
import { OptOutReaction } from './opt-out.reaction';

/** Implements the ports of the broadcasts context by calling other contexts. */
@Global()
@Module({
  imports: [
    ...[CqrsModule, AccessModule, CatalogueModule, ChannelsModule, ContactsModule],
    ...[ConversationsModule, TemplatesModule],
  ],
  providers: [
    { provide: BroadcastAudience, useClass: ListAudience },
    { provide: BroadcastMessages, useClass: ContactMessages },
    { provide: BroadcastTemplates, useClass: ChannelBroadcastTemplates },
    { provide: EngageAgreement, useClass: Agreement },
  ],
  exports: [BroadcastAudience, BroadcastMessages, BroadcastTemplates, EngageAgreement],
})
class NeighboursModule {}

@Module({
  imports: [NeighboursModule, EngageModule, ContactsModule, TemplatesModule],
  providers: [BroadcastUses],
})
class EngagingHttpModule {}

@Module({
  imports: [...[CqrsModule, NeighboursModule, EngageModule], ...[AccessModule, ConversationsModule]],
  providers: [BroadcastReplyReaction, LimitRaiseReaction, OptOutReaction],
})
class EngagingModule {}

/** Connects broadcasts to contacts, channels, templates and conversations. */
export const broadcasts: Feature = {
  module: EngagingModule,
  http: EngagingHttpModule,
  reactions: [BroadcastReplyReaction, LimitRaiseReaction, OptOutReaction],
};
