import { Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import { ProjectionRunner, type ProjectionHooks } from '@parley/event-sourcing/projection/projection-runner';
import { partOf, type FillProgress } from '@parley/event-sourcing/projection/side-view';
import { registerSetAside } from '@parley/event-sourcing/projection/set-aside-metrics';
import { SetAsideRecords } from '@parley/event-sourcing/projection/set-aside-records';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { registerCompleteness } from '@parley/event-sourcing/watch/completeness-metrics';
import { CompletenessRecords } from '@parley/event-sourcing/watch/completeness-records';
import { CompletenessWatch } from '@parley/event-sourcing/watch/completeness-watch';
import { followHealth } from '@parley/event-sourcing/watch/follow-health';
import { LagWatch } from '@parley/event-sourcing/watch/lag-watch';
import { Database } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import { Leases } from '@parley/platform/lease/leases';
import { HealthChecks } from '@parley/platform/telemetry/health';
import { Metrics } from '@parley/platform/telemetry/metrics';
import { BackgroundWork } from '@parley/platform/background-work';
import { views } from '../features';
import { WatchModule } from '../watch.module';

const FILL_TOLD_EVERY_MS = 10_000;

/** Folds the log into the views for which this process has a lease. */
@Module({ imports: [WatchModule] })
export class ProjectorModule implements OnApplicationBootstrap {
  private readonly logger = new Logger('projector');
  private readonly nextTold = new Map<string, number>();

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly progress: PostgresViews,
    private readonly leases: Leases,
    private readonly work: BackgroundWork,
    private readonly health: HealthChecks,
    private readonly metrics: Metrics,
    private readonly watch: LagWatch,
    private readonly setAside: SetAsideRecords,
    private readonly completeness: CompletenessRecords,
  ) {}

  onApplicationBootstrap(): void {
    const runners = views.map(
      (view) => new ProjectionRunner(this.store, this.database, view, this.progress, this.alarms()),
    );
    const runnerOf = new Map(runners.map((runner) => [runner.status().view, runner]));
    this.watch.follow('view', [...runnerOf.keys()]);
    registerSetAside(this.metrics.registry, this.setAside, [...runnerOf.keys()]);
    const run = async (lease: Lease) => runnerOf.get(lease.name)?.run(lease.signal, lease);
    this.work.run((signal) => this.leases.share('views', [...runnerOf.keys()], run, signal));
    this.watchCompleteness();
    this.health.register(followHealth(this.store, this.progress, runners));
    this.health.register({
      name: 'views',
      check: () => {
        const halted = runners.map((runner) => runner.status()).filter(({ state }) => state === 'halted');
        const detail = halted.map(({ view }) => `${view} has halted`).join(', ');
        return Promise.resolve({ ok: halted.length === 0, detail: detail || undefined });
      },
    });
  }

  /** Compares the views with the log; a lease ensures that only one process does. */
  private watchCompleteness(): void {
    const names = views.map(({ name }) => name);
    registerCompleteness(this.metrics.registry, this.completeness, names);
    const watch = new CompletenessWatch(this.store, this.database, views, {
      onDifference: ({ view, after, upTo, logged, folded, candidates }) =>
        this.logger.error(
          `${view} folded ${folded} of ${logged} events after ${after} up to ${upTo}: rebuild it. Positions in question: ${candidates.join(' ')}`,
        ),
      onError: (error) => this.logger.warn(`The views could not be compared with the log: ${String(error)}`),
    });
    this.work.run((signal) => this.leases.hold(watch.name, (lease) => watch.run(lease), signal));
  }

  /** Logs the progress of a fill every ten seconds and at its end. Until the end, screens show older data. */
  private tellFill({ view, events, from, position, target }: FillProgress): void {
    const now = Date.now();
    if (now < (this.nextTold.get(view) ?? 0) && position < target) return;
    this.nextTold.set(view, now + FILL_TOLD_EVERY_MS);
    const part = partOf({ from, position, target });
    this.logger.warn(`${view} is far behind and is filled: ${events} events, ${Math.floor(part * 100)} %`);
  }

  private alarms(): ProjectionHooks {
    return {
      onRetry: ({ view }, error) => this.logger.warn(`${view} waits for the database: ${String(error)}`),
      onFill: (progress) => this.tellFill(progress),
      onSetAside: ({ view, customerId, stream, position, error }) =>
        this.logger.error(
          `${view} goes on without ${stream ?? 'anything'} of organisation ${customerId} from ${position}: ${error}`,
        ),
      onHalt: ({ view, failedBatch }, error) =>
        this.logger.fatal(
          `${view} has halted${failedBatch ? ` at ${failedBatch.from} to ${failedBatch.to}` : ''}`,
          error instanceof Error ? error.stack : String(error),
        ),
    };
  }
}
