import { queryOptions } from '@tanstack/react-query';
import type { SeenSitesResponse } from '@parley/contracts/api/web-chat';
import { api } from '../../../lib/api-client';

/** Polling interval in ms, since the server does not push the sites on which the widget was seen. */
const AGAIN_MS = 15_000;

export function seenSitesQuery(channelId: string) {
  return queryOptions({
    queryKey: ['channel-sites', channelId],
    queryFn: () => api<SeenSitesResponse>(`/api/v3/channels/${channelId}/sites`),
    select: ({ data }) => data,
    refetchInterval: AGAIN_MS,
  });
}
