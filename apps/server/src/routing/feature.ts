import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ContactsModule } from '@parley/contacts/contacts.module';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import type { Feature } from '@parley/event-sourcing/feature';
import { RoutingModule } from '@parley/routing/routing.module';
import { TemplatesModule } from '@parley/templates/templates.module';
import { ContactDeedsReaction } from './contact-deeds.reaction';
import { DecisionsController } from './decisions.controller';
import { RouteMessageReaction } from './route-message.reaction';
import { RouteUses } from './route-uses';

@Module({
  imports: [CqrsModule, ContactsModule, ConversationsModule, RoutingModule],
  providers: [ContactDeedsReaction, RouteMessageReaction],
})
class RoutingConversationsModule {}

@Module({
  imports: [ContactsModule, ConversationsModule, RoutingModule, TemplatesModule],
  controllers: [DecisionsController],
  providers: [RouteUses],
})
class RoutingConversationsHttpModule {}

/** Rules among messages, conversations and contacts: of all these together. */
export const routingConversations: Feature = {
  module: RoutingConversationsModule,
  http: RoutingConversationsHttpModule,
  reactions: [ContactDeedsReaction, RouteMessageReaction],
};
