import { Module } from '@nestjs/common';
import { Asking } from './read/asking';
import { CountedFactsQueries } from './read/counted-facts.queries';
import { Dashboards } from './read/dashboards';
import { InsightQueries } from './read/insight.queries';

/** The insights context without its doors. */
@Module({
  providers: [InsightQueries, Asking, CountedFactsQueries, Dashboards],
  exports: [InsightQueries, Asking, CountedFactsQueries, Dashboards],
})
export class InsightsModule {}
