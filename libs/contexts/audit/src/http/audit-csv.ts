import type { AuditChange, AuditEntry } from '@parley/contracts/api/audit';

/** End of a line; line breaks within cells are line feeds only. */
const END = '\r\n';
const columns = [
  'time',
  'who',
  'who_id',
  'from',
  'what',
  'target_kind',
  'target',
  'target_id',
  'field',
  'before',
  'after',
];

/** The byte order mark lets spreadsheets read the file as UTF-8. */
export const csvHead = `\ufeff${columns.join(',')}${END}`;

/** Returns an entry as lines of CSV: a line for each changed field, or a single line if no field changed. */
export function csvOf(entry: AuditEntry, names: Record<string, string>): string {
  const { time, actor, ip, type, target, changes } = entry;
  const shared = [
    time,
    actor.name ?? actor.kind,
    actor.id,
    ip,
    type,
    target.category,
    target.name,
    target.id,
  ];
  const lines = changes.length > 0 ? changes : [{ field: '', before: null, after: null }];
  return lines
    .map((change: AuditChange) =>
      [...shared, change.field, textOf(change.before, names), textOf(change.after, names)]
        .map(cell)
        .join(','),
    )
    .map((line) => `${line}${END}`)
    .join('');
}

function textOf(value: unknown, names: Record<string, string>): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return names[text] ?? text;
}

/** A spreadsheet takes a cell with such a beginning for a formula; an apostrophe in front makes it a text. */
const formula = /^[\s\uFEFF]*[=+\-@|\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

function cell(value: string | null): string {
  const text = (value ?? '').replace(/\r\n?/g, '\n');
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
