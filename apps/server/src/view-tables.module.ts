import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';
import { HealthChecks } from '@parley/platform/telemetry/health';
import { views } from './features';
import { viewTablesHealth } from './view-tables-health';

/** Makes a process that reads views not ready until their tables are those of its release. */
@Module({})
export class ViewTablesModule implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly health: HealthChecks,
  ) {}

  onApplicationBootstrap(): void {
    this.health.register(viewTablesHealth(this.database, views));
  }
}
