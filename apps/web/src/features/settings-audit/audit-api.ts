import { infiniteQueryOptions } from '@tanstack/react-query';
import { AUDIT_COUNT_HEADER, type AuditResponse } from '@parley/contracts/api/audit';
import type { AuditKind } from '@parley/contracts/api/audit.requests';
import { api, authorization, query } from '../../lib/api-client';
import { pushedPosition, showsSettings } from '../../lib/changed-settings';
import { failureOf } from '../../lib/problem';

showsSettings('audit', 'any');

export const auditFilterNames = ['actor', 'category', 'target', 'from', 'to'] as const;
/**
 * Filters of the audit log, which are in the page's URL; `from` and `to` are days in the local time zone, both
 * included.
 */
export type AuditFilters = Partial<Record<(typeof auditFilterNames)[number], string>>;

export const auditQuery = (kind: AuditKind, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', kind, filters],
    queryFn: ({ signal, pageParam: before }) =>
      api<AuditResponse>(
        `/api/v3/audit${query({ kind, ...moments(filters), before, minPosition: pushedPosition('audit') })}`,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/**
 * Downloads all matching entries of the audit log as CSV.
 * @param onProgress receives the downloaded share, from 0 to 1
 * @throws RequestFailed
 */
export async function exportAudit(
  kind: AuditKind,
  filters: AuditFilters,
  onProgress: (share: number) => void,
): Promise<void> {
  const response = await fetch(`/api/v3/audit/export${query({ kind, ...moments(filters) })}`, {
    headers: await authorization(),
  });
  if (!response.ok || !response.body) throw await failureOf(response);
  const total = Number(response.headers.get(AUDIT_COUNT_HEADER)) || 1;
  const parts: BlobPart[] = [];
  let lines = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    // Counts lines by their carriage return. An entry has one or more lines, so the share is only an estimate.
    for (const byte of value) if (byte === 13) lines++;
    onProgress(Math.min(1, lines / total));
  }
  save(new Blob(parts, { type: 'text/csv' }), `audit-${new Date().toISOString().slice(0, 10)}.csv`);
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Converts the filters' days to instants, with the end of the last day as exclusive `to`. */
function moments({ from, to, ...others }: AuditFilters) {
  const start = (day: string | undefined, later: number) => {
    const [year = 0, month = 1, date = 1] = (day ?? '').split('-').map(Number);
    const moment = new Date(year, month - 1, date + later);
    return day && !Number.isNaN(moment.getTime()) ? moment.toISOString() : undefined;
  };
  return { ...others, from: start(from, 0), to: start(to, 1) };
}
