import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ContactListResponse } from '@parley/contracts/api/contact-lists';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { SmartRouteResponse, SmartRouteVersionResponse } from '@parley/contracts/api/smart-routes';
import { isActive } from '@parley/contracts/api/jobs';
import type {
  BackTestOutcome,
  BackTestResponse,
  BackTestRowsResponse,
} from '@parley/contracts/api/route-back-tests';
import type { BackTestRequest } from '@parley/contracts/api/smart-routes.requests';
import { api, query } from '../../lib/api-client';
import { showsSettings } from '../../lib/changed-settings';
import { directoryQuery, freshest } from '../../lib/directory';
import type { Resource } from '../../lib/resource';
import { useCommand } from '../../lib/use-command';

/** Query for the rules from first to last; refetched when an entity that rules can name changes. */
export const routesQuery = directoryQuery<SmartRouteResponse>(
  'smart-routes',
  ['smartRoute', 'smartRouteOrder', 'team', 'user', 'tag', 'label', 'channel'],
  '/api/v3/smart-routes',
  60_000,
);

showsSettings('smart-route-versions', 'smartRoute');
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['smart-route-versions', id] as const,
    queryFn: ({ signal }) =>
      freshest<{ data: SmartRouteVersionResponse[] }>(
        'smart-route-versions',
        `/api/v3/smart-routes/${id}/versions`,
        signal,
      ).then(({ data }) => data),
  });

/** Query for the fixed lists; live lists are left out, because contacts cannot be added to them. */
export const fixedListsQuery = queryOptions({
  queryKey: ['routing-contact-lists'],
  queryFn: async ({ signal }) => {
    const { data } = await api<{ data: ContactListResponse[] }>('/api/v3/contact-lists', { signal });
    return data.filter(({ conditions }) => !conditions);
  },
  staleTime: 60_000,
});

export const routes: Resource = { path: '/api/v3/smart-routes', categories: 'smartRoute' };

export const useOrder = () =>
  useCommand(
    'smartRouteOrder',
    (routeIds: string[]) =>
      api<CommandResponse>('/api/v3/smart-route-order', { method: 'PUT', body: { routeIds } }),
    { untilShown: true },
  );

export const useRestore = (id: string) =>
  useCommand('smartRoute', (version: number) =>
    api<CommandResponse>(`/api/v3/smart-routes/${id}/restore`, { method: 'POST', body: { version } }),
  );

const backTests = '/api/v3/smart-route-back-tests';
/** Polling interval in ms while a test runs. */
const EVERY_MS = 1_000;

export const beginBackTest = (body: BackTestRequest) =>
  api<BackTestResponse>(backTests, { method: 'POST', body, makes: true });

export const backTestQuery = (id: string) =>
  queryOptions({
    queryKey: ['route-back-test', id] as const,
    queryFn: ({ signal }) => api<BackTestResponse>(`${backTests}/${id}`, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isActive(data.job) ? EVERY_MS : false),
  });

export const backTestRowsQuery = (id: string, outcome: BackTestOutcome) =>
  infiniteQueryOptions({
    queryKey: ['route-back-test', id, outcome] as const,
    queryFn: ({ signal, pageParam: from }) =>
      api<BackTestRowsResponse>(`${backTests}/${id}/rows${query({ outcome, from })}`, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
