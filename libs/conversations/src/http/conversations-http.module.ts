import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ConversationsModule } from '../conversations.module';
import { AssignAllController } from './assign-all.controller';
import { AssignedController } from './assigned.controller';
import { BulkController } from './bulk.controller';
import { ChatsController } from './chats.controller';
import { DraftsController } from './drafts.controller';
import { MessagesController } from './messages.controller';
import { ViewerReads } from './viewer-reads';
import { WorkloadController } from './workload.controller';

@Module({
  imports: [CqrsModule, ConversationsModule],
  controllers: [
    AssignAllController,
    AssignedController,
    BulkController,
    ChatsController,
    DraftsController,
    MessagesController,
    WorkloadController,
  ],
  providers: [ViewerReads],
})
export class ConversationsHttpModule {}
