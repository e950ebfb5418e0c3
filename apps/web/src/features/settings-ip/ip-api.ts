import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { IpWhitelistResponse } from '@parley/contracts/api/ip-whitelist';
import { api, query } from '../../lib/api-client';
import { refetchChanged, showsSettings } from '../../lib/changed-settings';
import { freshest } from '../../lib/directory';

showsSettings('ip-whitelist', 'ipWhitelist');

export interface AddressForm {
  name: string;
  address: string;
}

export const ipWhitelistQuery = queryOptions({
  queryKey: ['ip-whitelist'],
  queryFn: ({ signal }) => freshest<IpWhitelistResponse>('ip-whitelist', '/api/v3/ip-whitelist', signal),
});

export function useAddAddress() {
  return useCommand((entry: AddressForm) =>
    api<CommandResponse>('/api/v3/ip-whitelist', { method: 'POST', body: entry, makes: true }),
  );
}

export function useChangeAddress(id: string) {
  return useCommand((entry: AddressForm) =>
    api<CommandResponse>(`/api/v3/ip-whitelist/${id}`, { method: 'PATCH', body: entry }),
  );
}

/** @param switchOff the last one goes, and with it the whitelist */
export function useRemoveAddress(id: string, switchOff: boolean) {
  const parameters = query({ switchOff: switchOff ? 'true' : undefined });
  return useCommand((_: void) =>
    api<CommandResponse>(`/api/v3/ip-whitelist/${id}${parameters}`, { method: 'DELETE' }),
  );
}

function useCommand<Given>(command: (given: Given) => Promise<CommandResponse>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: command,
    onSuccess: ({ position }) => refetchChanged(client, { categories: ['ipWhitelist'], position }),
  });
}
