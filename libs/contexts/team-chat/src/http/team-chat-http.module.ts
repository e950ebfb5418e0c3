import { Module } from '@nestjs/common';
import { TeamChatModule } from '../team-chat.module';
import { TeamChatsController } from './team-chats.controller';

@Module({ imports: [TeamChatModule], controllers: [TeamChatsController] })
export class TeamChatHttpModule {}
