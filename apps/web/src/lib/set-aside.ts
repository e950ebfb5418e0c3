import { queryOptions } from '@tanstack/react-query';
import type { SetAsideResponse } from '@parley/contracts/api/set-aside';
import { api } from './api-client';

/**
 * Query for the quarantined streams, whose data is out of date until an operator repairs them. Polls, because the
 * server does not push them.
 */
export const setAsideQuery = queryOptions({
  queryKey: ['set-aside'],
  queryFn: async ({ signal }) =>
    (await api<{ data: SetAsideResponse[] }>('/api/v3/set-aside', { signal })).data,
  refetchInterval: 60_000,
});

const kinds = ['conversations', 'contacts', 'settings'] as const;
export type SetAsideKind = (typeof kinds)[number];

const kindOf: Record<string, SetAsideKind> = {
  inbox: 'conversations',
  transcript: 'conversations',
  contacts: 'contacts',
};

/** The kinds of data that are out of date, each once. */
export function kindsOf(rows: Pick<SetAsideResponse, 'view'>[]): SetAsideKind[] {
  const found = new Set(rows.map(({ view }) => kindOf[view] ?? 'settings'));
  return kinds.filter((kind) => found.has(kind));
}
