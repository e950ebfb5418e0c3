import { queryOptions } from '@tanstack/react-query';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { CustomerSettingsMap, CustomerSettingsResponse } from '@parley/contracts/api/customer-settings';
import { api } from './api-client';
import { showsSettings } from './changed-settings';
import { freshest } from './directory';
import { useCommand } from './use-command';

showsSettings('customer-settings', 'customer');

/** Maximum age in ms of the cached organisation settings (spec, section 9). */
const staleTime = 5 * 60_000;

export const customerSettingsQuery = queryOptions({
  queryKey: ['customer-settings'],
  queryFn: ({ signal }) =>
    freshest<CustomerSettingsResponse>('customer-settings', '/api/v3/customer-settings', signal),
  staleTime,
});

/** Mutation that saves organisation settings and refetches everything that depends on them, including abilities. */
export function useChangeCustomerSettings() {
  return useCommand('customer', (map: CustomerSettingsMap) =>
    api<CommandResponse>('/api/v3/customer-settings/from-map', { method: 'PATCH', body: map }),
  );
}
