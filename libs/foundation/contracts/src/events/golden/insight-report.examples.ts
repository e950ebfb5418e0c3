import type { InsightReportEvent } from '../insight-report.events';
import type { ExamplesOf } from './examples-of';
import { tagId, userId } from './ids';

const none = { agent: [], channel: [], tags: [], team: [] };
const nextAt = '2026-12-07T05:00:00.000Z';

export const insightReportExamples: ExamplesOf<InsightReportEvent> = {
  InsightReportFellDue: [{ every: 'week', from: '2026-11-30', to: '2026-12-06', nextAt }],
  InsightReportPutOff: [{ nextAt }],
  InsightReportSwitchedOff: [{}],
  InsightReportSwitchedOn: [
    { ownerId: userId, every: 'week', graphs: null, filters: none, nextAt },
    {
      ...{ ownerId: userId, every: 'month', graphs: [0, 3, 5] },
      ...{ filters: { ...none, channel: ['WHATSAPP'], tags: [tagId] }, nextAt },
    },
  ],
};
