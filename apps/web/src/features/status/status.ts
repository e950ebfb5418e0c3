import { queryOptions } from '@tanstack/react-query';
import type { StatusLine, StatusLineName, StatusResponse, StatusState } from '@parley/contracts/api/status';
import { api } from '../../lib/api-client';

const CHECK_EVERY_MS = 30_000;
/** Age in ms from which a response no longer counts as the present state, for example after a laptop was asleep. */
const STALE_MS = 90_000;

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => api<StatusResponse>('/api/v3/status', { signal }),
  refetchInterval: CHECK_EVERY_MS,
  refetchOnWindowFocus: 'always',
  // No retries, because the next poll comes soon enough.
  retry: false,
});

export interface ShownLine {
  name: StatusLineName;
  /** `unknown`: there is no recent response. `unconnected`: only this window has no connection to the server. */
  state: StatusState | 'unconnected';
  lateSeconds: number;
  since: string | null;
}

/** Circumstances besides the response that decide which state is shown. */
export interface Asked {
  isFailed: boolean;
  isConnected: boolean;
  now: number;
}

/** Whether the latest response is recent enough to count as the present state. */
export function isKnown(
  { checkedAt }: StatusResponse,
  { isFailed, now }: Omit<Asked, 'isConnected'>,
): boolean {
  return !isFailed && now - Date.parse(checkedAt) < STALE_MS;
}

/** Lines of the status page as this window shows them: without a recent response, `unknown` replaces `ok`. */
export function shownLines(status: StatusResponse, asked: Asked): ShownLine[] {
  const known = isKnown(status, asked);
  return status.lines.map((line) => {
    if (!known) return { ...line, state: 'unknown', since: null };
    if (line.name === 'live' && line.state === 'ok' && !asked.isConnected) {
      return { ...line, state: 'unconnected', since: null };
    }
    return line;
  });
}

/** The line with the worst state, which the sentence at the top describes; null if all are ok. */
export function worstOf(lines: StatusLine[]): StatusLine | null {
  const weight: Record<StatusState, number> = { ok: 0, unknown: 1, slow: 2, down: 3 };
  const [worst] = [...lines].sort(
    (a, b) => weight[b.state] - weight[a.state] || b.lateSeconds - a.lateSeconds,
  );
  return worst && worst.state !== 'ok' ? worst : null;
}

/** Splits a duration into its largest units, rounded up: 40s, 2m, 1h 12m. */
export function durationOf(seconds: number): { unit: 's' | 'm' | 'h'; value: number; minutes: number } {
  if (seconds < 60) return { unit: 's', value: Math.ceil(seconds), minutes: 0 };
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return { unit: 'm', value: minutes, minutes: 0 };
  return { unit: 'h', value: Math.floor(minutes / 60), minutes: minutes % 60 };
}
