import type { Fact } from './event';
import type { SettingFacts } from './facts';

/** Exports of an organisation. No event contains exported data or the search terms of the selection. */
export type ExportEvent =
  | Fact<
      'ExportRequested',
      {
        /** The kind of data, such as `conversations` or `contacts`. */
        kind: string;
        format: string;
        /** Period of the exported data, ISO 8601 UTC; null: no beginning or no end. */
        from: string | null;
        to: string | null;
      }
    >
  /** The user who requested the export clicked Download. The link works until `validUntil`, ten minutes later. */
  | Fact<'ExportLinkIssued', { validUntil: string }>
  | Fact<'ExportDeleted', Record<string, never>>;

export const exportFacts: SettingFacts<ExportEvent, 'export'> = {
  category: 'export',
  isSetting: true,
  upcasters: { ExportRequested: [], ExportLinkIssued: [], ExportDeleted: [] },
};
