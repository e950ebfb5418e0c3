import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/feature/feature';
import { MetricsExport } from './export/metrics-export';
import { InsightsHttpModule } from './http/insights-http.module';
import { InsightsModule } from './insights.module';
import { CardSizes1767475000000, Dashboard1767210000000 } from './read/dashboard.migration';
import { insightsView } from './read/insights.projector';
import { reportsView } from './read/reports.view';
import { ReportDue } from './write/report-due';

/** Metrics over all events, and the dashboards that show them. */
export const insights: Feature = {
  module: InsightsModule,
  migrations: [Dashboard1767210000000, CardSizes1767475000000],
  views: [insightsView, reportsView],
  due: [{ view: reportsView, commands: [ReportDue] }],
  exports: [MetricsExport],
  abilities: { insights: all('manager') },
  http: InsightsHttpModule,
};
