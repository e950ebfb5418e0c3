import type { Fact } from './event';
import type { SettingFacts } from './facts';

/** What somebody took out of the product, and when: never what was in it, nor by which words it was found. */
export type ExportEvent =
  | Fact<
      'ExportRequested',
      {
        /** What was exported: `conversations`, `contacts` … */
        kind: string;
        format: string;
        /** From when to when, ISO 8601 UTC; null where it has no beginning or no end. */
        from: string | null;
        to: string | null;
      }
    >
  /** Who asked for it clicked on Download: the link opens the file for ten minutes. */
  | Fact<'ExportLinkIssued', { validUntil: string }>
  | Fact<'ExportDeleted', Record<string, never>>;

export const exportFacts: SettingFacts<ExportEvent, 'export'> = {
  category: 'export',
  isSetting: true,
  upcasters: { ExportRequested: [], ExportLinkIssued: [], ExportDeleted: [] },
};
