import { Global, Module } from '@nestjs/common';
import { EventLoopWatch } from './event-loop';
import { HealthChecks } from './health';
import { Metrics } from './metrics';
import { OperatorAccess } from './operator-access';
import { OperatorPort } from './operator-port';
import { TelemetryController } from './telemetry.controller';

/** Health and metrics, with the registries that other modules use. `Config` comes from a global module. */
@Global()
@Module({
  controllers: [TelemetryController],
  providers: [EventLoopWatch, HealthChecks, Metrics, OperatorAccess, OperatorPort],
  exports: [HealthChecks, Metrics],
})
export class TelemetryModule {}
