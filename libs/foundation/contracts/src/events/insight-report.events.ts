import type { Fact } from './event';
import type { SettingFacts } from './facts';

export const reportRhythms = ['week', 'month'] as const;
/** On Mondays, of the week that ended; on the first of a month, of the month that ended. */
export type ReportRhythm = (typeof reportRhythms)[number];

/** What narrows the graphs of a dashboard: ids, none where it narrows nothing. */
export interface ReportFilters {
  agent: string[];
  /** Ids of channels, or platforms in capitals. */
  channel: string[];
  tags: string[];
  team: string[];
}

/** A dashboard that comes to somebody by mail. */
export interface ReportContent {
  /** Who gets it. */
  ownerId: string;
  every: ReportRhythm;
  /** Graphs by their ids, in order; null: the owner's own dashboard, as they have arranged it by then. */
  graphs: number[] | null;
  filters: ReportFilters;
}

export type InsightReportEvent =
  /** Also where it comes in another rhythm from then on. `nextAt`: when the first is due, ISO 8601 UTC. */
  | Fact<'InsightReportSwitchedOn', ReportContent & { nextAt: string }>
  | Fact<'InsightReportSwitchedOff', Record<string, never>>
  /** It is to be sent now: of these days (YYYY-MM-DD, both are of it), by the organisation's calendar. */
  | Fact<'InsightReportFellDue', { every: ReportRhythm; from: string; to: string; nextAt: string }>
  /** The organisation moved to another time zone: these days have been sent already. */
  | Fact<'InsightReportPutOff', { nextAt: string }>;

export const insightReportFacts: SettingFacts<InsightReportEvent, 'insightReport'> = {
  category: 'insightReport',
  isSetting: true,
  upcasters: {
    InsightReportSwitchedOn: [],
    InsightReportSwitchedOff: [],
    InsightReportFellDue: [],
    InsightReportPutOff: [],
  },
};
