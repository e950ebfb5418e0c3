import { queryOptions } from '@tanstack/react-query';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { IpWhitelistResponse } from '@parley/contracts/api/ip-whitelist';
import { api, query } from '../../lib/api-client';
import { showsSettings } from '../../lib/changed-settings';
import { freshest } from '../../lib/directory';
import type { Resource } from '../../lib/resource';
import { useCommand } from '../../lib/use-command';

showsSettings('ip-whitelist', 'ipWhitelist');

export interface AddressForm {
  name: string;
  address: string;
}

export const ipWhitelistQuery = queryOptions({
  queryKey: ['ip-whitelist'],
  queryFn: ({ signal }) => freshest<IpWhitelistResponse>('ip-whitelist', '/api/v3/ip-whitelist', signal),
});

export const addresses: Resource = { path: '/api/v3/ip-whitelist', categories: 'ipWhitelist' };

/**
 * Mutation that removes an address from the whitelist.
 * @param switchOff must be true for the last address, whose removal switches the whitelist off
 */
export function useRemoveAddress(id: string, switchOff: boolean) {
  const parameters = query({ switchOff: switchOff ? 'true' : undefined });
  return useCommand('ipWhitelist', (_: void) =>
    api<CommandResponse>(`/api/v3/ip-whitelist/${id}${parameters}`, { method: 'DELETE' }),
  );
}
