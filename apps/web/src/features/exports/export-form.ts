import type { ExportFilter, ExportFormat, ExportKind } from '@parley/contracts/api/exports';
import type { ExportRequest, ExportSelectionRequest } from '@parley/contracts/api/exports.requests';
import type { SelectedContacts } from '../../lib/feature';

/** Values of the export form. Days are YYYY-MM-DD in the local time zone, or empty. */
export interface ExportForm {
  from: string;
  to: string;
  filter: ExportFilter;
  /** Names of the chosen columns; null: the default columns. */
  fields: string[] | null;
  format: ExportFormat;
  withNotes: boolean;
  withFiles: boolean;
  isZipped: boolean;
  password: string;
}

/** Length of the initial period in days, including today. */
const DAYS = 28;

export function initialForm(kind: ExportKind, selected: SelectedContacts | null, now: Date): ExportForm {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS + 1);
  const isTimeless = kind === 'contacts';
  const { ids, conditions, keyword } = selected ?? {};
  return {
    from: isTimeless ? '' : dayOf(first),
    to: isTimeless ? '' : dayOf(now),
    filter: { ...(ids && { ids }), ...(conditions && { conditions }), ...(keyword && { keyword }) },
    ...{ fields: null, format: 'csv', withNotes: false, withFiles: false, isZipped: false, password: '' },
  };
}

/** Converts the form to a request, with the days as instants and without empty filters. */
export function selectionOf(kind: ExportKind, { from, to, filter }: ExportForm): ExportSelectionRequest {
  const said = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return {
    kind,
    from: from ? startOf(from, 0) : null,
    to: to ? startOf(to, 1) : null,
    filter: Object.fromEntries(said),
  };
}

export function requestOf(kind: ExportKind, form: ExportForm, fields: string[]): ExportRequest {
  const { format, withFiles, password } = form;
  const isMessages = kind === 'messages';
  return {
    ...selectionOf(kind, form),
    ...{ fields, format },
    withNotes: isMessages && form.withNotes,
    withFiles: isMessages && withFiles,
    isZipped: form.isZipped,
    ...(password && { password }),
  };
}

/** @returns midnight in the local time zone of the day that is `after` days after `day`, as ISO 8601 */
function startOf(day: string, after: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after).toISOString();
}

function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
