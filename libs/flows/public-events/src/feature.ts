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

/** Public events, in pages or as a stream: connects conversations, contacts and settings. */
export const publicEvents: Feature = { http: EventsModule };
