import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { handlersOf } from '@parley/event-sourcing/decider/command-bus';
import { SentDrafts } from '@parley/drafts/sent-drafts';
import { Database } from '@parley/platform/database/database';
import { TeamChatDrafts } from './drafts/drafts';
import { LiveTeamChats } from './live/live-team-chats';
import { TeamChatQueries } from './read/team-chat.queries';
import { TeamThreadQueries } from './read/team-thread.queries';
import { TeamRetentionQueries } from './read/team-retention.queries';
import { ForgetTeamFiles } from './write/forget-files.reaction';
import { TeamRetention } from './write/team-retention';
import { ToEntry } from './domain/entry';
import { ToFile } from './domain/file';
import { ToParticipant } from './domain/participant';
import { ToTeamChat } from './domain/team-chat';
import { TeamChats } from './write/team-chats';
import { UploadFile } from './write/upload-file';

/** The team chat context without its HTTP controllers. */
@Module({
  imports: [CqrsModule],
  providers: [
    ...handlersOf(ToEntry, ToFile, ToParticipant, ToTeamChat),
    {
      provide: SentDrafts,
      useFactory: (database: Database, drafts: TeamChatDrafts) => new SentDrafts(database, drafts),
      inject: [Database, TeamChatDrafts],
    },
    ...[LiveTeamChats, TeamChatDrafts, TeamChatQueries, TeamChats, TeamThreadQueries, UploadFile],
    ...[ForgetTeamFiles, TeamRetention, TeamRetentionQueries],
  ],
  exports: [SentDrafts, TeamChatDrafts, TeamChatQueries, TeamChats, TeamThreadQueries, UploadFile],
})
export class TeamChatModule {}
