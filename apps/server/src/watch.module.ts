import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { SetAsideRecords } from '@parley/event-sourcing/projection/set-aside-records';
import { registerLag } from '@parley/event-sourcing/watch/lag-metrics';
import { LagWatch } from '@parley/event-sourcing/watch/lag-watch';
import { HealthChecks } from '@parley/platform/telemetry/health';
import { Metrics } from '@parley/platform/telemetry/metrics';
import { BackgroundWork } from './background-work';
import { lagHealth } from './lag-health';
import { setAsideHealth } from './set-aside-health';

/** Sees what falls behind the log, and what views go on without. */
@Module({ providers: [LagWatch, SetAsideRecords], exports: [LagWatch, SetAsideRecords] })
export class WatchModule implements OnApplicationBootstrap {
  constructor(
    private readonly watch: LagWatch,
    private readonly records: SetAsideRecords,
    private readonly work: BackgroundWork,
    private readonly metrics: Metrics,
    private readonly health: HealthChecks,
  ) {}

  onApplicationBootstrap(): void {
    registerLag(this.metrics.registry, this.watch);
    this.health.register(lagHealth(this.watch));
    this.health.register(setAsideHealth(this.records));
    this.work.run((signal) => this.watch.run(signal));
  }
}
