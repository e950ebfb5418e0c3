import { Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { accessView } from '@parley/access/read/access.projector';
import { auditView } from '@parley/audit/read/audit.projector';
import { channelHealthView } from '@parley/channels/read/channel-health.view';
import { catalogueView } from '@parley/catalogue/read/catalogue.projector';
import { channelsView } from '@parley/channels/read/channels.projector';
import { contactsView } from '@parley/contacts/read/contacts.projector';
import { inboxView } from '@parley/conversations/read/inbox.projector';
import { transcriptView } from '@parley/conversations/read/transcript.projector';
import { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import { ProjectionRunner, type ProjectionHooks } from '@parley/event-sourcing/projection/projection-runner';
import type { View } from '@parley/event-sourcing/projection/view';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { Database } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import { Leases } from '@parley/platform/lease/leases';
import { HealthChecks } from '@parley/platform/telemetry/health';
import { BackgroundWork } from '../background-work';

export const views: View[] = [
  accessView,
  auditView,
  channelHealthView,
  catalogueView,
  channelsView,
  contactsView,
  inboxView,
  transcriptView,
];

/** Folds the log into the views that this process owns. */
@Module({})
export class ProjectorModule implements OnApplicationBootstrap {
  private readonly logger = new Logger('projector');

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly progress: PostgresViews,
    private readonly leases: Leases,
    private readonly work: BackgroundWork,
    private readonly health: HealthChecks,
  ) {}

  onApplicationBootstrap(): void {
    const runners = views.map(
      (view) => new ProjectionRunner(this.store, this.database, view, this.progress, this.alarms()),
    );
    const runnerOf = new Map(runners.map((runner) => [runner.status().view, runner]));
    const run = async (lease: Lease) => runnerOf.get(lease.name)?.run(lease.signal, lease);
    this.work.run((signal) => this.leases.share('views', [...runnerOf.keys()], run, signal));
    this.health.register({
      name: 'views',
      check: () => {
        const halted = runners.map((runner) => runner.status()).filter(({ state }) => state === 'halted');
        const detail = halted.map(({ view }) => `${view} has halted`).join(', ');
        return Promise.resolve({ ok: halted.length === 0, detail: detail || undefined });
      },
    });
  }

  private alarms(): ProjectionHooks {
    return {
      onRetry: ({ view }, error) => this.logger.warn(`${view} waits for the database: ${String(error)}`),
      onHalt: ({ view, failedBatch }, error) =>
        this.logger.fatal(
          `${view} has halted${failedBatch ? ` at ${failedBatch.from} to ${failedBatch.to}` : ''}`,
          error instanceof Error ? error.stack : String(error),
        ),
    };
  }
}
