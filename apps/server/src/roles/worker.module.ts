import { Logger, Module, type OnApplicationBootstrap, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { DueTicker } from '@parley/event-sourcing/due/due-ticker';
import { ParkedReactions, retryParkedReactions } from '@parley/event-sourcing/reaction/parked-reactions';
import { registerParkedReactions } from '@parley/event-sourcing/reaction/parked-reaction-metrics';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { ReactionRunner } from '@parley/event-sourcing/reaction/reaction-runner';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { LagWatch } from '@parley/event-sourcing/watch/lag-watch';
import { Bus } from '@parley/platform/bus/bus';
import { runConsumer } from '@parley/platform/bus/consumer';
import { Database, isPassing } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import { Leases } from '@parley/platform/lease/leases';
import { Metrics } from '@parley/platform/telemetry/metrics';
import { BackgroundWork } from '@parley/platform/background-work';
import { ExportSourcesModule } from '../export-sources.module';
import { features, modulesOf } from '../features';
import { JobKindsModule } from '../job-kinds.module';
import { WatchModule } from '../watch.module';

/** Categories of the aggregates that the worker changes; its cached states of these follow the log. */
const cachedStreams = ['claim-', 'contact-', 'conversation-', 'message-'];

/**
 * The worker turns webhooks into events, sends queued messages, and runs reactions, scheduled commands and singleton
 * workers.
 */
@Module({ imports: [...modulesOf('module'), ExportSourcesModule, JobKindsModule, WatchModule] })
export class WorkerModule implements OnApplicationBootstrap {
  private readonly logger = new Logger('worker');

  constructor(
    private readonly container: ModuleRef,
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly leases: Leases,
    private readonly work: BackgroundWork,
    private readonly metrics: Metrics,
    private readonly watch: LagWatch,
    private readonly aggregates: Aggregates,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const feed = new LogFeed(this.store, cachedStreams);
    const start = await feed.begin();
    this.aggregates.follow(feed);
    this.work.run((signal) => feed.run(start, signal));
    this.react(this.instances((feature) => feature.reactions));
    this.issueWhatIsDue();
    for (const register of features.flatMap(({ gauges = [] }) => gauges)) {
      register(this.metrics.registry, this.database);
    }
    for (const work of this.instances((feature) => feature.work)) {
      this.work.run((signal) => this.leases.hold(work.name, (lease) => work.run(lease), signal));
    }
    for (const consumer of this.instances((feature) => feature.consumers)) {
      this.work.run((signal) => runConsumer(this.bus, consumer, signal));
    }
  }

  private react(reactions: Reaction[]): void {
    const runnerOf = new Map(reactions.map((reaction) => [reaction.name, this.runnerOf(reaction)]));
    const run = async (lease: Lease) => runnerOf.get(lease.name)?.run(lease.signal, lease);
    this.watch.follow('reaction', [...runnerOf.keys()]);
    registerParkedReactions(this.metrics.registry, new ParkedReactions(this.database));
    this.work.run((signal) =>
      retryParkedReactions({ store: this.store, database: this.database, reactions }, signal),
    );
    this.work.run((signal) => this.leases.share('reactions', [...runnerOf.keys()], run, signal));
  }

  private runnerOf(reaction: Reaction): ReactionRunner {
    return new ReactionRunner(this.store, this.database, reaction, {
      isTransient: isPassing,
      onParked: (event, error) =>
        this.logger.error(`${reaction.name} gave up on ${event.type} at ${event.position}`, String(error)),
    });
  }

  private issueWhatIsDue(): void {
    const views = features.flatMap(({ due = [] }) => due.map(({ view }) => view.name));
    const commands = this.instances(({ due = [] }) => due.flatMap((some) => some.commands));
    const ticker = new DueTicker(this.database, views, commands, {
      onError: (error, due) => this.logger.warn(`${due?.command ?? 'the ticker'} failed: ${String(error)}`),
    });
    this.work.run((signal) => this.leases.hold('due', (lease) => ticker.run(lease), signal));
  }

  /** The instances of classes that features declare, whichever module provides them. */
  private instances<T>(named: (feature: (typeof features)[number]) => Type<T>[] | undefined): T[] {
    return features
      .flatMap((feature) => named(feature) ?? [])
      .map((type) => this.container.get(type, { strict: false }));
  }
}
