import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  AppCallResponse,
  AppDetailsResponse,
  AppMadeResponse,
  AppResponse,
  AppScope,
  AppSignInResponse,
  AppSettingValue,
  CatalogueAppResponse,
} from '@parley/contracts/api/apps';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { api } from '../../lib/api-client';
import { showsSettings } from '../../lib/changed-settings';
import { freshest } from '../../lib/directory';
import { useCommand } from '../../lib/use-command';

export const appsPath = '/api/v3/apps';

showsSettings('apps', 'app');
showsSettings('app-catalogue', 'app');
showsSettings('app', 'app');

/** Query for the installed apps. */
export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: ({ signal }) =>
    freshest<{ data: AppResponse[] }>('apps', appsPath, signal).then(({ data }) => data),
  staleTime: 5 * 60_000,
});

/** Query for all available apps, with the state of each in this organisation. */
export const catalogueQuery = queryOptions({
  queryKey: ['app-catalogue'],
  queryFn: ({ signal }) =>
    freshest<{ data: CatalogueAppResponse[] }>('app-catalogue', '/api/v3/app-catalogue', signal).then(
      ({ data }) => data,
    ),
});

export const appQuery = (id: string) =>
  queryOptions({
    queryKey: ['app', id],
    queryFn: ({ signal }) => freshest<AppDetailsResponse>('app', `${appsPath}/${id}`, signal),
  });

export const callsQuery = (id: string) =>
  queryOptions({
    queryKey: ['app-calls', id],
    queryFn: ({ signal }) =>
      api<{ data: AppCallResponse[] }>(`${appsPath}/${id}/calls`, { signal }).then(({ data }) => data),
    refetchInterval: 10_000,
  });

interface Version {
  version: string;
  scopes: AppScope[];
}

export const useInstall = (packageName: string) =>
  useCommand(
    'app',
    (body: Version) =>
      api<AppMadeResponse>(appsPath, { method: 'POST', body: { packageName, ...body }, makes: true }),
    { untilShown: true },
  );

export const useUpdate = (id: string) =>
  useCommand(
    'app',
    (body: Version) => api<CommandResponse>(`${appsPath}/${id}/update`, { method: 'POST', body }),
    { untilShown: true },
  );

export const useUninstall = (id: string) =>
  useCommand('app', (_: void) => api<CommandResponse>(`${appsPath}/${id}`, { method: 'DELETE' }), {
    untilShown: true,
  });

export const useRestore = (id: string) =>
  useCommand(
    'app',
    (_: void) => api<CommandResponse>(`${appsPath}/${id}/restore`, { method: 'POST', body: {} }),
    { untilShown: true },
  );

export const useSet = (id: string) =>
  useCommand('app', (settings: AppSettingValue[]) =>
    api<AppDetailsResponse & CommandResponse>(`${appsPath}/${id}`, { method: 'PUT', body: { settings } }),
  );

export function useTest(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api<{ status: number }>(`${appsPath}/${id}/test`, { method: 'POST', body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: ['app-calls', id] }),
  });
}

/** Begins the sign-in; the response contains the URL of the service's sign-in page. */
export const useSignIn = (id: string) =>
  useMutation({
    mutationFn: (_: void) =>
      api<AppSignInResponse>(`${appsPath}/${id}/connection`, { method: 'POST', body: {} }),
  });

export const useDisconnect = (id: string) =>
  useCommand('app', (_: void) => api<CommandResponse>(`${appsPath}/${id}/connection`, { method: 'DELETE' }), {
    untilShown: true,
  });
