import { queryOptions } from '@tanstack/react-query';
import type { StatusLine, StatusLineName, StatusResponse, StatusState } from '@parley/contracts/api/status';
import { api } from '../../lib/api-client';

const CHECK_EVERY_MS = 30_000;
/** An older answer says nothing of now: a laptop that was closed shows no green. */
const STALE_MS = 90_000;

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => api<StatusResponse>('/api/v3/status', { signal }),
  refetchInterval: CHECK_EVERY_MS,
  refetchOnWindowFocus: 'always',
  // The next look comes soon enough.
  retry: false,
});

export interface ShownLine {
  name: StatusLineName;
  /** `unknown`: no recent answer. `unconnected`: this window alone gets nothing new. */
  state: StatusState | 'unconnected';
  lateSeconds: number;
  since: string | null;
}

/** What is known of now. */
export interface Asked {
  isFailed: boolean;
  isConnected: boolean;
  now: number;
}

/** Whether the answer still says how things are. */
export function isKnown(
  { checkedAt }: StatusResponse,
  { isFailed, now }: Omit<Asked, 'isConnected'>,
): boolean {
  return !isFailed && now - Date.parse(checkedAt) < STALE_MS;
}

/** The lines as this window has them: what it does not know is not green. */
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

/** The line that matters most, for the one sentence at the top; null where everything works. */
export function worstOf(lines: StatusLine[]): StatusLine | null {
  const weight: Record<StatusState, number> = { ok: 0, unknown: 1, slow: 2, down: 3 };
  const [worst] = [...lines].sort(
    (a, b) => weight[b.state] - weight[a.state] || b.lateSeconds - a.lateSeconds,
  );
  return worst && worst.state !== 'ok' ? worst : null;
}

/** Seconds in the largest units that matter: 40s, 2m, 1h 12m. Never less than it is. */
export function durationOf(seconds: number): { unit: 's' | 'm' | 'h'; value: number; minutes: number } {
  if (seconds < 60) return { unit: 's', value: Math.ceil(seconds), minutes: 0 };
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return { unit: 'm', value: minutes, minutes: 0 };
  return { unit: 'h', value: Math.floor(minutes / 60), minutes: minutes % 60 };
}
