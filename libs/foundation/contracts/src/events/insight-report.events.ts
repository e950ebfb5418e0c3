import type { Fact } from './event';
import type { SettingFacts } from './facts';

export const reportRhythms = ['week', 'month'] as const;
/** `week`: sent on Monday for the week before; `month`: sent on the first day for the month before. */
export type ReportRhythm = (typeof reportRhythms)[number];

/** Filters of a dashboard: ids; an empty list does not filter. */
export interface ReportFilters {
  agent: string[];
  /** Ids of channels, or platforms in capitals. */
  channel: string[];
  tags: string[];
  team: string[];
}

/** A dashboard that is sent to a user by e-mail. */
export interface ReportContent {
  /** The user who receives the report. */
  ownerId: string;
  every: ReportRhythm;
  /** Ids of the graphs in order; null: the owner's own dashboard as it is at the time of sending. */
  graphs: number[] | null;
  filters: ReportFilters;
}

export type InsightReportEvent =
  /** The user switched the report on or changed its rhythm. `nextAt`: when the next report is due, ISO 8601 UTC. */
  | Fact<'InsightReportSwitchedOn', ReportContent & { nextAt: string }>
  | Fact<'InsightReportSwitchedOff', Record<string, never>>
  /**
   * The report is to be sent now. `from` and `to` are its first and last day, YYYY-MM-DD in the organisation's time
   * zone.
   */
  | Fact<'InsightReportFellDue', { every: ReportRhythm; from: string; to: string; nextAt: string }>
  /**
   * The organisation changed its time zone, and a report for the days that were due next was already sent: the next
   * report is due at
   * `nextAt`.
   */
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
