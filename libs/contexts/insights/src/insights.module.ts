import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MetricsExport } from './export/metrics-export';
import { Asking } from './read/asking';
import { CountedFactsQueries } from './read/counted-facts.queries';
import { Dashboards } from './read/dashboards';
import { InsightQueries } from './read/insight.queries';
import { MetricAnswers } from './read/metric-answers';
import { ReportQueries } from './read/reports.queries';
import { ReportDue } from './write/report-due';
import { ReportHandler } from './write/report.handler';

/** The insights context without its doors. */
@Module({
  imports: [CqrsModule],
  providers: [
    ...[MetricsExport, InsightQueries, Asking, MetricAnswers, CountedFactsQueries, Dashboards],
    ...[ReportQueries, ReportHandler, ReportDue],
  ],
  exports: [
    InsightQueries,
    Asking,
    MetricAnswers,
    CountedFactsQueries,
    Dashboards,
    ReportQueries,
    CqrsModule,
  ],
})
export class InsightsModule {}
