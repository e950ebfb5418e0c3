import { Module } from '@nestjs/common';
import { ContactsModule } from '@parley/contacts/contacts.module';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import type { Feature } from '@parley/feature/feature';
import { EventFeed } from './event-feed';
import { EventIndex } from './event-index';
import { EventNews } from './event-news';
import { EventStreams } from './event-streams';
import { EventsController } from './events.controller';

@Module({
  imports: [ContactsModule, ConversationsModule],
  controllers: [EventsController],
  providers: [EventFeed, EventIndex, EventNews, EventStreams],
})
class EventsModule {}

/** What webhooks are told, for those who ask or listen: of conversations, contacts and settings together. */
export const publicEvents: Feature = { http: EventsModule };
