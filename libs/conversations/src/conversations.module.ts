import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Drafts } from './drafts/drafts';
import { InboxQueries } from './read/inbox.queries';
import { TranscriptQueries } from './read/transcript.queries';
import { WorkloadQueries } from './read/workload.queries';
import { AliasReaction } from './write/alias.reaction';
import { AutoArchive } from './write/auto-archive';
import { AutomaticReplyReaction } from './write/automatic-reply.reaction';
import { ConversationHandler } from './write/conversation.handler';
import { FarewellReaction } from './write/farewell.reaction';
import { MediaReaction } from './write/media.reaction';
import { MessageHandler } from './write/message.handler';
import { OutboundReaction } from './write/outbound.reaction';
import { ReopenReaction } from './write/reopen.reaction';
import { ReleaseSend } from './write/release-send';
import { ResumeSend } from './write/resume-send';
import { LeaveDeletedTeam } from './write/leave-deleted-team.reaction';
import { SendMessage } from './write/send-message';
import { UploadAsset } from './write/upload-asset';
import { WithdrawMessage } from './write/withdraw-message';

const reactions = [
  AliasReaction,
  AutomaticReplyReaction,
  FarewellReaction,
  MediaReaction,
  OutboundReaction,
  ReopenReaction,
  LeaveDeletedTeam,
];

@Module({
  imports: [CqrsModule],
  providers: [
    ConversationHandler,
    MessageHandler,
    Drafts,
    InboxQueries,
    TranscriptQueries,
    WorkloadQueries,
    SendMessage,
    WithdrawMessage,
    ReleaseSend,
    UploadAsset,
    ResumeSend,
    AutoArchive,
    ...reactions,
  ],
  exports: [
    Drafts,
    InboxQueries,
    TranscriptQueries,
    WorkloadQueries,
    SendMessage,
    WithdrawMessage,
    ReleaseSend,
    UploadAsset,
    ResumeSend,
    AutoArchive,
    ...reactions,
  ],
})
export class ConversationsModule {}
