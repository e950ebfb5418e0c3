import { Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessModule } from '@parley/access/access.module';
import { InvitationMailReaction } from '@parley/access/write/invitation-mail.reaction';
import { TeamMailReaction } from '@parley/access/write/team-mail.reaction';
import { UserLimitReaction } from '@parley/access/write/user-limit.reaction';
import { ChannelsModule } from '@parley/channels/channels.module';
import { ContactsModule } from '@parley/contacts/contacts.module';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import { AssignmentRunner } from '@parley/conversations/assign-all/assignment-runner';
import { inboxView } from '@parley/conversations/read/inbox.projector';
import { transcriptView } from '@parley/conversations/read/transcript.projector';
import { AliasReaction } from '@parley/conversations/write/alias.reaction';
import { AutoArchive } from '@parley/conversations/write/auto-archive';
import { AutomaticReplyReaction } from '@parley/conversations/write/automatic-reply.reaction';
import { LeaveDeletedTeam } from '@parley/conversations/write/leave-deleted-team.reaction';
import { FarewellReaction } from '@parley/conversations/write/farewell.reaction';
import { ForgetDeletedReaction } from '@parley/conversations/write/forget-deleted.reaction';
import { MediaReaction } from '@parley/conversations/write/media.reaction';
import { OutboundReaction } from '@parley/conversations/write/outbound.reaction';
import { ReleaseSend } from '@parley/conversations/write/release-send';
import { ResumeSend } from '@parley/conversations/write/resume-send';
import { Retention } from '@parley/conversations/write/retention';
import { ReopenReaction } from '@parley/conversations/write/reopen.reaction';
import { DueTicker } from '@parley/event-sourcing/due/due-ticker';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { ParkedReactions, retryParkedReactions } from '@parley/event-sourcing/reaction/parked-reactions';
import { registerParkedReactions } from '@parley/event-sourcing/reaction/parked-reaction-metrics';
import { ReactionRunner } from '@parley/event-sourcing/reaction/reaction-runner';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { Bus } from '@parley/platform/bus/bus';
import { Database, isPassing } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import { Leases } from '@parley/platform/lease/leases';
import { Metrics } from '@parley/platform/telemetry/metrics';
import { BackgroundWork } from '../background-work';
import { runConsumer } from './worker/consumer';
import { InboundConsumer } from './worker/inbound.consumer';
import { MediaConsumer } from './worker/media.consumer';
import { OutboundConsumer } from './worker/outbound.consumer';

/** Turns webhooks into facts and queued messages into sends, and does what follows from facts. */
@Module({
  imports: [CqrsModule, AccessModule, ChannelsModule, ContactsModule, ConversationsModule],
  providers: [InboundConsumer, OutboundConsumer, MediaConsumer],
})
export class WorkerModule implements OnApplicationBootstrap {
  private readonly logger = new Logger('worker');

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly leases: Leases,
    private readonly work: BackgroundWork,
    private readonly metrics: Metrics,
    private readonly inbound: InboundConsumer,
    private readonly outbound: OutboundConsumer,
    private readonly media: MediaConsumer,
    private readonly alias: AliasReaction,
    private readonly fetching: MediaReaction,
    private readonly sending: OutboundReaction,
    private readonly reopening: ReopenReaction,
    private readonly leaving: LeaveDeletedTeam,
    private readonly answering: AutomaticReplyReaction,
    private readonly resuming: ResumeSend,
    private readonly releasing: ReleaseSend,
    private readonly archiving: AutoArchive,
    private readonly inviting: InvitationMailReaction,
    private readonly userLimit: UserLimitReaction,
    private readonly tellingTeams: TeamMailReaction,
    private readonly farewell: FarewellReaction,
    private readonly assigning: AssignmentRunner,
    private readonly forgetting: ForgetDeletedReaction,
    private readonly retention: Retention,
  ) {}

  onApplicationBootstrap(): void {
    const reactions = [
      this.alias,
      this.fetching,
      this.sending,
      this.reopening,
      this.leaving,
      this.answering,
      this.inviting,
      this.userLimit,
      this.tellingTeams,
      this.farewell,
      this.forgetting,
    ];
    const runnerOf = new Map(reactions.map((reaction) => [reaction.name, this.runnerOf(reaction)]));
    const run = async (lease: Lease) => runnerOf.get(lease.name)?.run(lease.signal, lease);
    registerParkedReactions(this.metrics.registry, new ParkedReactions(this.database));
    this.work.run((signal) =>
      retryParkedReactions({ store: this.store, database: this.database, reactions }, signal),
    );
    this.work.run((signal) => this.leases.share('reactions', [...runnerOf.keys()], run, signal));
    const dueIn = [transcriptView.name, inboxView.name];
    const ticker = new DueTicker(this.database, dueIn, [this.resuming, this.releasing, this.archiving], {
      onError: (error, due) => this.logger.warn(`${due?.command ?? 'the ticker'} failed: ${String(error)}`),
    });
    this.work.run((signal) => this.leases.hold('due', (lease) => ticker.run(lease), signal));
    this.work.run((signal) => this.leases.hold('assign-all', (lease) => this.assigning.run(lease), signal));
    this.work.run((signal) => this.leases.hold('retention', (lease) => this.retention.run(lease), signal));
    for (const consumer of [this.inbound, this.outbound, this.media]) {
      this.work.run((signal) => runConsumer(this.bus, consumer, signal));
    }
  }

  private runnerOf(reaction: Reaction): ReactionRunner {
    return new ReactionRunner(this.store, this.database, reaction, {
      isTransient: isPassing,
      onParked: (event, error) =>
        this.logger.error(`${reaction.name} gave up on ${event.type} at ${event.position}`, String(error)),
    });
  }
}
