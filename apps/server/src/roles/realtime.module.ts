import { Module } from '@nestjs/common';
import { UserPresence } from '@parley/access/presence/user-presence';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import { ChangeFeed } from '@parley/event-sourcing/projection/change-feed';
import { ViewTablesModule } from '../view-tables.module';
import { AssignmentNews } from './realtime/assignment-news';
import { ClientEventRelay } from './realtime/client-event-relay';
import { DraftNews } from './realtime/draft-news';
import { PresenceBoard } from './realtime/presence-board';
import { Pushes } from './realtime/pushes';
import { RealtimeGateway } from './realtime/realtime.gateway';
import { SettingsNews } from './realtime/settings-news';

/** Keeps sockets open and pushes to each what changes of what it may see. */
@Module({
  imports: [ConversationsModule, ViewTablesModule],
  providers: [
    AssignmentNews,
    ChangeFeed,
    ClientEventRelay,
    DraftNews,
    PresenceBoard,
    Pushes,
    RealtimeGateway,
    SettingsNews,
    UserPresence,
  ],
})
export class RealtimeModule {}
