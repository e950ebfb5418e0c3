import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/feature/feature';
import { AssignAllKind } from './assign-all/assign-all.kind';
import {
  AssignmentJob1764200000000,
  AssignmentJobIsJob1765210000000,
} from './assign-all/assignment-job.migration';
import { ConversationsModule } from './conversations.module';
import {
  Draft1764100000000,
  DraftKind1764500000000,
  SentDraft1764600000000,
} from '@parley/drafts/draft.migration';
import { ConversationsExport, MessagesExport } from './export/conversation-exports';
import { ConversationsHttpModule } from './http/conversations-http.module';
import { LiveInbox } from './live/live-inbox';
import { inboxView } from './read/inbox.projector';
import { transcriptView } from './read/transcript.projector';
import { AliasReaction } from './write/alias.reaction';
import { AskSurvey } from './write/ask-survey';
import { AutoArchive } from './write/auto-archive';
import { AutomaticReplyReaction } from './write/automatic-reply.reaction';
import { FarewellReaction } from './write/farewell.reaction';
import { ForgetDeletedReaction } from './write/forget-deleted.reaction';
import { JoinReaction } from './write/join.reaction';
import { LeaveDeletedTeam } from './write/leave-deleted-team.reaction';
import { MediaReaction } from './write/media.reaction';
import { OutboundReaction } from './write/outbound.reaction';
import { LookUpSend } from './write/look-up-send';
import { ReleaseUndoSend } from './write/release-undo-send';
import { PlanSurveyReaction } from './write/plan-survey.reaction';
import { ReopenReaction } from './write/reopen.reaction';
import { ResumeSend } from './write/resume-send';
import { Retention } from './write/retention';
import { TellSla } from './write/tell-sla';
import { ThankForRatingReaction } from './write/thank-for-rating.reaction';
import { WakeSnoozed } from './write/wake-snoozed';

/** Conversations on all channels, with their messages and actions. */
export const conversations: Feature = {
  module: ConversationsModule,
  migrations: [
    Draft1764100000000,
    AssignmentJob1764200000000,
    DraftKind1764500000000,
    SentDraft1764600000000,
    AssignmentJobIsJob1765210000000,
  ],
  views: [inboxView, transcriptView],
  live: [LiveInbox],
  reactions: [
    AliasReaction,
    AutomaticReplyReaction,
    FarewellReaction,
    ForgetDeletedReaction,
    JoinReaction,
    LeaveDeletedTeam,
    MediaReaction,
    OutboundReaction,
    PlanSurveyReaction,
    ReopenReaction,
    ThankForRatingReaction,
  ],
  due: [
    { view: transcriptView, commands: [LookUpSend, ReleaseUndoSend, ResumeSend] },
    { view: inboxView, commands: [AskSurvey, AutoArchive, TellSla, WakeSnoozed] },
  ],
  work: [Retention],
  jobs: [AssignAllKind],
  exports: [ConversationsExport, MessagesExport],
  abilities: {
    inbox: all('user'),
    emailInbox: all('user'),
    workload: { read: 'manager' },
    // Permission for the jobs that assign all conversations of a list.
    assignmentJobs: { create: 'manager' },
  },
  http: ConversationsHttpModule,
};
