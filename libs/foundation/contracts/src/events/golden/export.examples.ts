import type { ExportEvent } from '../export.events';
import type { ExamplesOf } from './examples-of';

const from = '2026-05-01T00:00:00.000Z';
const to = '2026-06-01T00:00:00.000Z';

export const exportExamples: ExamplesOf<ExportEvent> = {
  ExportDeleted: [{}],
  ExportLinkIssued: [{ validUntil: '2026-06-02T10:12:00.000Z' }],
  ExportRequested: [
    { kind: 'conversations', format: 'csv', from, to },
    { kind: 'contacts', format: 'xlsx', from: null, to: null },
  ],
};
