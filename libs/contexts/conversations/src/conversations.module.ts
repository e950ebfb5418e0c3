import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { handlersOf } from '@parley/event-sourcing/decider/command-bus';
import { Views } from '@parley/event-sourcing/projection/views';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { CachedViewers } from '@parley/access-rules/cached-viewers';
import { JobsModule } from '@parley/jobs/jobs.module';
import { Database } from '@parley/platform/database/database';
import { AssignAll } from './assign-all/assign-all';
import { AssignAllKind } from './assign-all/assign-all.kind';
import { Drafts } from './drafts/drafts';
import { SentDrafts } from '@parley/drafts/sent-drafts';
import { ConversationsExport, MessagesExport } from './export/conversation-exports';
import { CountedLinks } from './links/counted-links';
import { LiveInbox } from './live/live-inbox';
import { AssignmentQueries } from './read/assignment.queries';
import { inboxView } from './read/inbox.projector';
import { InboxQueries } from './read/inbox.queries';
import { Mentionable } from './read/mentionable';
import { MentionQueries } from './read/mention.queries';
import { RecipientQueries } from './read/recipient.queries';
import { RetentionQueries } from './read/retention.queries';
import { OpeningQueries } from './read/opening.queries';
import { TranscriptQueries } from './read/transcript.queries';
import { VisibleChats } from './read/visible-chats';
import { WorkloadQueries } from './read/workload.queries';
import { AliasReaction } from './write/alias.reaction';
import { ToAsset } from './domain/asset';
import { ToConversation } from './domain/conversation';
import { ToMessage } from './domain/message';
import { AutoArchive } from './write/auto-archive';
import { AutomaticReplyReaction } from './write/automatic-reply.reaction';
import { ChatCommands } from './write/chat-commands';
import { FarewellReaction } from './write/farewell.reaction';
import { ForgetDeletedReaction } from './write/forget-deleted.reaction';
import { MediaReaction } from './write/media.reaction';
import { OutboundReaction } from './write/outbound.reaction';
import { PlanSurveyReaction } from './write/plan-survey.reaction';
import { ReopenReaction } from './write/reopen.reaction';
import { ReleaseUndoSend } from './write/release-undo-send';
import { LookUpSend } from './write/look-up-send';
import { ResumeSend } from './write/resume-send';
import { JoinReaction } from './write/join.reaction';
import { LeaveDeletedTeam } from './write/leave-deleted-team.reaction';
import { Retention } from './write/retention';
import { MoveMails } from './write/move-mails';
import { AddNote } from './write/add-note';
import { RetryMessage } from './write/retry-message';
import { SendMessage } from './write/send-message';
import { UploadAsset } from './write/upload-asset';
import { SurveyQueries } from './read/survey.queries';
import { AskSurvey } from './write/ask-survey';
import { ThankForRatingReaction } from './write/thank-for-rating.reaction';
import { TellSla } from './write/tell-sla';
import { WakeSnoozed } from './write/wake-snoozed';
import { UndoSend } from './write/undo-send';

const reactions = [
  AliasReaction,
  AutomaticReplyReaction,
  FarewellReaction,
  ForgetDeletedReaction,
  JoinReaction,
  MediaReaction,
  OutboundReaction,
  PlanSurveyReaction,
  ReopenReaction,
  LeaveDeletedTeam,
  ThankForRatingReaction,
];

@Module({
  imports: [CqrsModule, JobsModule],
  providers: [
    ...handlersOf(ToAsset, ToConversation, ToMessage),
    Drafts,
    AssignmentQueries,
    InboxQueries,
    {
      provide: CachedViewers,
      useFactory: (database: Database, feed: LogFeed, views: Views) =>
        new CachedViewers(database, feed, views, inboxView.name),
      inject: [Database, LogFeed, Views],
    },
    VisibleChats,
    OpeningQueries,
    TranscriptQueries,
    WorkloadQueries,
    CountedLinks,
    AddNote,
    Mentionable,
    MentionQueries,
    ChatCommands,
    RetryMessage,
    {
      provide: SentDrafts,
      useFactory: (database: Database, drafts: Drafts) => new SentDrafts(database, drafts),
      inject: [Database, Drafts],
    },
    MoveMails,
    SendMessage,
    UndoSend,
    ReleaseUndoSend,
    UploadAsset,
    LookUpSend,
    ResumeSend,
    AutoArchive,
    AskSurvey,
    SurveyQueries,
    TellSla,
    WakeSnoozed,
    AssignAll,
    AssignAllKind,
    ConversationsExport,
    MessagesExport,
    LiveInbox,
    Retention,
    RecipientQueries,
    RetentionQueries,
    ...reactions,
  ],
  exports: [
    Drafts,
    AssignmentQueries,
    InboxQueries,
    CachedViewers,
    VisibleChats,
    OpeningQueries,
    TranscriptQueries,
    RecipientQueries,
    WorkloadQueries,
    CountedLinks,
    AddNote,
    Mentionable,
    MentionQueries,
    ChatCommands,
    MoveMails,
    SendMessage,
    UndoSend,
    UploadAsset,
    AssignAll,
  ],
})
export class ConversationsModule {}
