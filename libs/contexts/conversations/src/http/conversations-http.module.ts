import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MailBodies } from '@parley/mail-html/mail-bodies';
import { ConversationsModule } from '../conversations.module';
import { EmailBodies } from '../email/email-bodies';
import { EmailBodiesController } from '../email/email-bodies.controller';
import { RemotePictures } from '../email/remote-picture';
import { GalleryController } from '../gallery/gallery.controller';
import { GalleryQueries } from '../gallery/gallery.queries';
import { UnreadQueries } from '../read/unread.queries';
import { AssignAllController } from './assign-all.controller';
import { AssignedController } from './assigned.controller';
import { BulkController } from './bulk.controller';
import { ChatsController } from './chats.controller';
import { DraftsController } from './drafts.controller';
import { EmailChatsController } from './email-chats.controller';
import { MentionsController } from './mentions.controller';
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
    EmailBodiesController,
    EmailChatsController,
    GalleryController,
    MentionsController,
    MessagesController,
    WorkloadController,
  ],
  providers: [
    ChatsController,
    EmailBodies,
    GalleryQueries,
    MailBodies,
    RemotePictures,
    UnreadQueries,
    ViewerReads,
  ],
})
export class ConversationsHttpModule {}
