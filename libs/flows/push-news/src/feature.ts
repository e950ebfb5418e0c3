import { Module } from '@nestjs/common';
import { AccessModule } from '@parley/access/access.module';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import type { Feature } from '@parley/feature/feature';
import { PushModule } from '@parley/push/push.module';
import { TeamChatModule } from '@parley/team-chat/team-chat.module';
import { PersonalNewsReaction } from './personal-news.reaction';
import { PushNews } from './push-news.reaction';
import { PushTeamNews } from './push-team-news.reaction';

@Module({
  imports: [AccessModule, ConversationsModule, PushModule, TeamChatModule],
  providers: [PersonalNewsReaction, PushNews, PushTeamNews],
})
class PushingModule {}

/**
 * Pushes news of conversations and team chats to users who may see them: connects users, conversations and devices.
 */
export const pushNews: Feature = {
  module: PushingModule,
  reactions: [PersonalNewsReaction, PushNews, PushTeamNews],
};
