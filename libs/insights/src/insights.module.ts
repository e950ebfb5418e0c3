import { Module } from '@nestjs/common';
import { MetricsExport } from './export/metrics-export';
import { Asking } from './read/asking';
import { CountedFactsQueries } from './read/counted-facts.queries';
import { Dashboards } from './read/dashboards';
import { InsightQueries } from './read/insight.queries';

/** The insights context without its doors. */
@Module({
  providers: [MetricsExport, InsightQueries, Asking, CountedFactsQueries, Dashboards],
  exports: [InsightQueries, Asking, CountedFactsQueries, Dashboards],
})
export class InsightsModule {}
