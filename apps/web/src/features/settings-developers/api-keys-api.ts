import { queryOptions } from '@tanstack/react-query';
import type { ApiKeyMadeResponse, ApiKeyResponse, ApiKeysResponse } from '@parley/contracts/api/api-keys';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { api } from '../../lib/api-client';
import { showsSettings } from '../../lib/changed-settings';
import { freshest } from '../../lib/directory';
import type { Resource } from '../../lib/resource';
import { useCommand } from '../../lib/use-command';

showsSettings('api-keys', 'apiKey');

const path = '/api/v3/api-keys';

export const apiKeys: Resource = { path, categories: 'apiKey' };

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => freshest<ApiKeysResponse>('api-keys', path, signal),
});

export interface ApiKeyForm {
  name: string;
  rights: string[];
  /** IP addresses, separated by line breaks or commas. */
  addresses: string;
  /** Last day of the key's validity, YYYY-MM-DD; empty: it never expires. */
  expires: string;
}

export const emptyApiKey: ApiKeyForm = { name: '', rights: [], addresses: '', expires: '' };

export function formOf({ name, rights, allowedAddresses, expiresAt }: ApiKeyResponse): ApiKeyForm {
  return { name, rights, addresses: allowedAddresses.join('\n'), expires: expiresAt?.slice(0, 10) ?? '' };
}

/** Converts the given fields of the form to a request; a key expires at the end of its last day in UTC. */
export function requestOf({ name, rights, addresses, expires }: Partial<ApiKeyForm>) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(rights === undefined ? {} : { rights }),
    ...(addresses === undefined ? {} : { allowedAddresses: addresses.split(/[\s,;]+/).filter(Boolean) }),
    ...(expires === undefined ? {} : { expiresAt: expires === '' ? null : `${expires}T23:59:59.999Z` }),
  };
}

type ApiKeyRequest = ReturnType<typeof requestOf>;

export function useCreateApiKey() {
  return useCommand(
    'apiKey',
    (body: ApiKeyRequest) => api<ApiKeyMadeResponse>(path, { method: 'POST', body, makes: true }),
    { untilShown: true },
  );
}

export function useRotateApiKey({ id, hint }: ApiKeyResponse) {
  return useCommand('apiKey', (overlapHours: number) =>
    api<ApiKeyMadeResponse>(`${path}/${id}/rotate`, { method: 'POST', body: { hint, overlapHours } }),
  );
}

export function useTakeOverApiKey(id: string) {
  return useCommand('apiKey', (_: void) =>
    api<CommandResponse>(`${path}/${id}/take-over`, { method: 'POST', body: {} }),
  );
}
