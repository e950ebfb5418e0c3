import { Global, Module } from '@nestjs/common';
import { HealthChecks } from './health';
import { Metrics } from './metrics';
import { TelemetryController } from './telemetry.controller';

/** Health, metrics, and where everybody else registers theirs. */
@Global()
@Module({
  controllers: [TelemetryController],
  providers: [HealthChecks, Metrics],
  exports: [HealthChecks, Metrics],
})
export class TelemetryModule {}
