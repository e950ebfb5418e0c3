import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { handlersOf } from '@parley/event-sourcing/decider/command-bus';
import { MetricsExport } from './export/metrics-export';
import { Asking } from './read/asking';
import { CountedFactsQueries } from './read/counted-facts.queries';
import { Dashboards } from './read/dashboards';
import { InsightQueries } from './read/insight.queries';
import { MetricAnswers } from './read/metric-answers';
import { ReportQueries } from './read/reports.queries';
import { ReportDue } from './write/report-due';
import { ToReport } from './domain/report';

@Module({
  imports: [CqrsModule],
  providers: [
    ...[MetricsExport, InsightQueries, Asking, MetricAnswers, CountedFactsQueries, Dashboards],
    ...handlersOf(ToReport),
    ...[ReportQueries, ReportDue],
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
