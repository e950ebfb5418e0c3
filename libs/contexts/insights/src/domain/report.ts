import type { InsightReportEvent, ReportContent } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import type { Decider } from '@parley/event-sourcing/decider/decider';
import { nextReportAt, periodBefore } from './report-calendar';

/** The current time, ISO 8601 UTC, and the organisation's time zone. */
interface Moment {
  now: string;
  timeZone: string;
}

export type ReportCommand =
  | ({ type: 'SwitchOn'; content: ReportContent } & Moment)
  | { type: 'SwitchOff' }
  | ({ type: 'FallDue' } & Moment);

export interface ReportState {
  /** Null if the report is off. */
  content: ReportContent | null;
  nextAt: string;
  /** Rhythm and first day of the last period sent: `week 2026-11-23`. */
  sent: string | null;
}

/** A dashboard that is mailed once a week or month. */
export const report: Decider<ReportCommand, ReportState, InsightReportEvent> = {
  initialState: { content: null, nextAt: '', sent: null },

  decide(command, { content, nextAt, sent }) {
    switch (command.type) {
      case 'SwitchOn': {
        const { content: wanted, timeZone, now } = command;
        if (content?.every === wanted.every) return [];
        const next = { nextAt: nextReportAt(wanted.every, timeZone, now) };
        return [{ type: 'InsightReportSwitchedOn', data: { ...wanted, ...next } }];
      }
      case 'SwitchOff':
        return content ? [{ type: 'InsightReportSwitchedOff', data: {} }] : [];
      case 'FallDue': {
        const { timeZone, now } = command;
        if (!content || Date.parse(now) < Date.parse(nextAt)) return [];
        const { every } = content;
        const period = periodBefore(every, timeZone, now);
        const next = { nextAt: nextReportAt(every, timeZone, now) };
        if (sent === nameOf(every, period)) return [{ type: 'InsightReportPutOff', data: next }];
        return [{ type: 'InsightReportFellDue', data: { every, ...period, ...next } }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'InsightReportSwitchedOn': {
        const { nextAt, ...content } = event.data;
        return { ...state, content, nextAt };
      }
      case 'InsightReportSwitchedOff':
        return { ...state, content: null };
      case 'InsightReportFellDue':
        return { ...state, nextAt: event.data.nextAt, sent: nameOf(event.data.every, event.data) };
      case 'InsightReportPutOff':
        return { ...state, nextAt: event.data.nextAt };
    }
  },
};

export class ToReport extends commandTo(report, 'insightReport') {}

function nameOf(every: string, { from }: { from: string }): string {
  return `${every} ${from}`;
}
