import type { InsightReportEvent, ReportContent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { report } from './report';

const content: ReportContent = {
  ...{ ownerId: 'ana', every: 'week', graphs: null },
  filters: { agent: [], channel: [], tags: [], team: [] },
};
const timeZone = 'Europe/Amsterdam';
const monday = '2026-11-30T05:00:00.000Z';
const next = '2026-12-07T05:00:00.000Z';
const on: InsightReportEvent = { type: 'InsightReportSwitchedOn', data: { ...content, nextAt: monday } };
const off: InsightReportEvent = { type: 'InsightReportSwitchedOff', data: {} };
const sent: InsightReportEvent = {
  type: 'InsightReportFellDue',
  data: { every: 'week', from: '2026-11-23', to: '2026-11-29', nextAt: next },
};
const switchOn = (every: ReportContent['every'], now: string) =>
  ({ type: 'SwitchOn', content: { ...content, every }, now, timeZone }) as const;
const due = (now: string, zone = timeZone) => ({ type: 'FallDue', now, timeZone: zone }) as const;

describe('a report by mail', () => {
  it('a report falls due for the first time on the next Monday, in the organisation’s time zone', () => {
    expect(given(report, []).when(switchOn('week', '2026-11-26T09:00:00.000Z'))).toEqual([on]);
  });

  it('a report records nothing when it is switched on again, unless the rhythm changes', () => {
    expect(given(report, [on]).when(switchOn('week', '2026-11-27T09:00:00.000Z'))).toEqual([]);
    expect(given(report, [on]).when(switchOn('month', '2026-11-27T09:00:00.000Z'))).toEqual([
      {
        type: 'InsightReportSwitchedOn',
        data: { ...content, every: 'month', nextAt: '2026-12-01T05:00:00.000Z' },
      },
    ]);
  });

  it('a report falls due at its time for the week that ended, and not before', () => {
    expect(given(report, [on]).when(due('2026-11-30T04:59:59.000Z'))).toEqual([]);
    expect(given(report, [on]).when(due(monday))).toEqual([sent]);
  });

  it('a report falls due once even if its command is issued twice', () => {
    expect(given(report, [on, sent]).when(due(monday))).toEqual([]);
  });

  it('a report falls due once after weeks in which no process could send it', () => {
    expect(given(report, [on]).when(due('2026-12-18T05:00:00.000Z'))).toEqual([
      {
        type: 'InsightReportFellDue',
        data: { every: 'week', from: '2026-12-07', to: '2026-12-13', nextAt: '2026-12-21T05:00:00.000Z' },
      },
    ]);
  });

  it('a report sends no week twice if the organisation moves to a western time zone', () => {
    // Monday at six in Amsterdam is Sunday evening in Los Angeles.
    expect(given(report, [on, sent]).when(due(next, 'America/Los_Angeles'))).toEqual([
      { type: 'InsightReportPutOff', data: { nextAt: '2026-12-07T14:00:00.000Z' } },
    ]);
  });

  it('a report does not fall due after it is switched off; switching it off twice is a no-op', () => {
    expect(given(report, [on]).when({ type: 'SwitchOff' })).toEqual([off]);
    expect(given(report, [on, off]).when({ type: 'SwitchOff' })).toEqual([]);
    expect(given(report, [on, off]).when(due(monday))).toEqual([]);
    expect(given(report, []).when({ type: 'SwitchOff' })).toEqual([]);
  });
});
