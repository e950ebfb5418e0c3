import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ChannelsModule } from '@parley/channels/channels.module';
import { ContactsModule } from '@parley/contacts/contacts.module';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import type { Feature } from '@parley/feature/feature';
import { StartConversation } from './start-conversation';
import { StartFile1767481000000 } from './start-file.migration';
import { StartFiles } from './start-files';
import { StartFilesSweep } from './start-files-sweep';
import { StartingController } from './starting.controller';

@Module({
  imports: [ConversationsModule],
  providers: [StartFiles, StartFilesSweep],
  exports: [StartFiles],
})
class StartFilesModule {}

@Module({
  imports: [CqrsModule, ChannelsModule, ContactsModule, ConversationsModule, StartFilesModule],
  controllers: [StartingController],
  providers: [StartConversation],
})
class StartingModule {}

/** Lets agents begin conversations: connects contacts, channels and conversations. */
export const firstMessages: Feature = {
  module: StartFilesModule,
  migrations: [StartFile1767481000000],
  work: [StartFilesSweep],
  http: StartingModule,
};
