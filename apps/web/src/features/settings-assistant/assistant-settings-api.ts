import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  AssistantModelsResponse,
  AssistantSettingsResponse,
  AssistantUsageResponse,
} from '@parley/contracts/api/assistant';
import type { AssistantSettingsRequest } from '@parley/contracts/api/assistant.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { api, query } from '../../lib/api-client';
import { showsSettings } from '../../lib/changed-settings';
import { freshest } from '../../lib/directory';
import { useCommand } from '../../lib/use-command';

const base = '/api/v3/assistant';

showsSettings('assistant-settings', 'assistantSettings', 'customer');

export const assistantSettingsQuery = queryOptions({
  queryKey: ['assistant-settings'],
  queryFn: ({ signal }) =>
    freshest<AssistantSettingsResponse>('assistant-settings', `${base}/settings`, signal),
});

/** Query for the models that the provider at the saved address offers with the saved key. */
export const providerModelsQuery = (address: string, lastFour: string | undefined) =>
  queryOptions({
    queryKey: ['assistant-models', address, lastFour],
    queryFn: ({ signal }) => api<AssistantModelsResponse>(`${base}/models`, { signal }),
    retry: false,
  });

export const usageQuery = (month: string) =>
  queryOptions({
    queryKey: ['assistant-usage', month],
    queryFn: ({ signal }) => api<AssistantUsageResponse>(`${base}/usage${query({ month })}`, { signal }),
    placeholderData: keepPreviousData,
  });

export function useChangeAssistantSettings() {
  return useCommand('assistantSettings', (changes: AssistantSettingsRequest) =>
    api<CommandResponse>(`${base}/settings`, { method: 'PATCH', body: changes }),
  );
}
