import { queryOptions } from '@tanstack/react-query';
import type { EventResponse, EventsResponse } from '@parley/contracts/api/events';
import { api, query } from '../../lib/api-client';

const LOOK_MS = 2_000;
/** Maximum number of events that the page shows. */
const MOST = 100;

interface Latest {
  /** The latest events, newest first. */
  rows: EventResponse[];
  /** Log position after which the next request continues. */
  next: string;
}

const queryKey = ['latest-events'];

/** Query that collects events from its first request on; they contain no personal data. */
export const latestEventsQuery = queryOptions({
  queryKey,
  queryFn: async ({ client, signal }): Promise<Latest> => {
    const before = client.getQueryData<Latest>(queryKey);
    const after = before?.next ?? 'latest';
    const { data, next } = await api<EventsResponse>(
      `/api/v3/events${query({ after, payload: 'thin', limit: MOST })}`,
      { signal },
    );
    return { next, rows: [...data.reverse(), ...(before?.rows ?? [])].slice(0, MOST) };
  },
  refetchInterval: LOOK_MS,
  gcTime: 0,
});
