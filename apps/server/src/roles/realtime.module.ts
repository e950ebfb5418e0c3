import { Module } from '@nestjs/common';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import { ChangeFeed } from '@parley/event-sourcing/projection/change-feed';
import { AssignmentNews } from './realtime/assignment-news';
import { ClientEventRelay } from './realtime/client-event-relay';
import { PresenceBoard } from './realtime/presence-board';
import { Pushes } from './realtime/pushes';
import { RealtimeGateway } from './realtime/realtime.gateway';
import { SettingsNews } from './realtime/settings-news';

/** Keeps sockets open and pushes to each what changes of what it may see. */
@Module({
  imports: [ConversationsModule],
  providers: [
    AssignmentNews,
    ChangeFeed,
    ClientEventRelay,
    PresenceBoard,
    Pushes,
    RealtimeGateway,
    SettingsNews,
  ],
})
export class RealtimeModule {}
