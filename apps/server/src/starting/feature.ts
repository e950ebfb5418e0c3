import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ChannelsModule } from '@parley/channels/channels.module';
import { ContactsModule } from '@parley/contacts/contacts.module';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import type { Feature } from '@parley/event-sourcing/feature';
import { StartConversation } from './start-conversation';
import { StartingController } from './starting.controller';

@Module({
  imports: [CqrsModule, ChannelsModule, ContactsModule, ConversationsModule],
  controllers: [StartingController],
  providers: [StartConversation],
})
class StartingModule {}

/** Conversations that colleagues begin: of contacts, channels and conversations together. */
export const starting: Feature = { http: StartingModule };
