import { Global, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { SetAsideRecords } from '@parley/event-sourcing/projection/set-aside-records';
import { CompletenessRecords } from '@parley/event-sourcing/watch/completeness-records';
import { registerLag } from '@parley/event-sourcing/watch/lag-metrics';
import { LagWatch } from '@parley/event-sourcing/watch/lag-watch';
import { Database } from '@parley/platform/database/database';
import { HealthChecks } from '@parley/platform/telemetry/health';
import { Metrics } from '@parley/platform/telemetry/metrics';
import { BackgroundWork } from '@parley/platform/background-work';
import { completenessHealth } from './completeness-health';
import { views } from './features';
import { lagHealth } from './lag-health';
import { setAsideHealth } from './set-aside-health';

/** Reports views that fall behind the log, differ from it, or have quarantined streams. */
@Global()
@Module({
  providers: [
    LagWatch,
    SetAsideRecords,
    {
      provide: CompletenessRecords,
      inject: [Database],
      useFactory: (database: Database) =>
        new CompletenessRecords(
          database,
          views.map(({ name }) => name),
        ),
    },
  ],
  exports: [LagWatch, SetAsideRecords, CompletenessRecords],
})
export class WatchModule implements OnApplicationBootstrap {
  constructor(
    private readonly watch: LagWatch,
    private readonly records: SetAsideRecords,
    private readonly completeness: CompletenessRecords,
    private readonly work: BackgroundWork,
    private readonly metrics: Metrics,
    private readonly health: HealthChecks,
  ) {}

  onApplicationBootstrap(): void {
    registerLag(this.metrics.registry, this.watch);
    this.health.register(lagHealth(this.watch));
    this.health.register(setAsideHealth(this.records));
    this.health.register(completenessHealth(this.completeness));
    this.work.run((signal) => this.watch.run(signal));
  }
}
