import { Module } from '@nestjs/common';
import { InsightsModule } from '../insights.module';
import { InsightsController } from './insights.controller';
import { MetricsController } from './metrics.controller';
import { ReportsController } from './reports.controller';

@Module({
  imports: [InsightsModule],
  controllers: [InsightsController, MetricsController, ReportsController],
})
export class InsightsHttpModule {}
