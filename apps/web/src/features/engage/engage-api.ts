import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  BroadcastDetails,
  BroadcastEstimate,
  BroadcastPhase,
  BroadcastPreview,
  BroadcastsResponse,
  BroadcastStage,
  EngageLimitsResponse,
  LedgerResponse,
  LedgerView,
} from '@parley/contracts/api/broadcasts';
import type {
  BroadcastRequest,
  EngageRaiseRequest,
  EngageSettingsRequest,
} from '@parley/contracts/api/broadcasts.requests';
import type { ContactListResponse } from '@parley/contracts/api/contact-lists';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { api, query } from '../../lib/api-client';

const base = '/api/v3/engage';
export const broadcastsPath = `${base}/broadcasts`;
const everything = ['engage'] as const;
/** Polling intervals in ms: `LIVE_MS` while a broadcast is being planned or sent, `CALM_MS` otherwise. */
const LIVE_MS = 1_500;
const CALM_MS = 15_000;
/** Log position of this window's newest change; every request demands a response at least as new. */
let newest = '';
const at = () => newest || null;

const moving: readonly BroadcastPhase[] = ['planning', 'scheduled', 'sending', 'waiting'];
export const isMoving = (phase: BroadcastPhase | undefined) => phase !== undefined && moving.includes(phase);

export const broadcastsQuery = (page: number, stage: BroadcastStage | null) =>
  queryOptions({
    queryKey: [...everything, 'list', stage, page] as const,
    queryFn: ({ signal }) =>
      api<BroadcastsResponse>(`${broadcastsPath}${query({ page, stage, minPosition: at() })}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ phase }) => isMoving(phase)) ? LIVE_MS : CALM_MS,
  });

/** Query for the id of the broadcast with a number; null if there is none. */
export const numberedQuery = (number: string) =>
  queryOptions({
    queryKey: [...everything, 'number', number] as const,
    queryFn: async ({ signal }) => {
      const found = await api<BroadcastsResponse>(
        `${broadcastsPath}${query({ number, page: 1, minPosition: at() })}`,
        { signal },
      );
      return found.data[0]?.id ?? null;
    },
  });

export const broadcastQuery = (id: string) =>
  queryOptions({
    queryKey: [...everything, 'one', id] as const,
    queryFn: ({ signal }) =>
      api<BroadcastDetails>(`${broadcastsPath}/${id}${query({ minPosition: at() })}`, { signal }),
    refetchInterval: ({ state }) =>
      isMoving(state.data?.phase) ? LIVE_MS : state.data?.phase === 'draft' ? false : CALM_MS,
  });

export const estimateQuery = (id: string) =>
  queryOptions({
    queryKey: [...everything, 'one', id, 'estimate'] as const,
    queryFn: ({ signal }) => api<BroadcastEstimate>(`${broadcastsPath}/${id}/estimate`, { signal }),
    retry: false,
  });

export const previewQuery = (id: string) =>
  queryOptions({
    queryKey: [...everything, 'one', id, 'preview'] as const,
    queryFn: ({ signal }) => api<{ data: BroadcastPreview[] }>(`${broadcastsPath}/${id}/preview`, { signal }),
    retry: false,
  });

export const ledgerQuery = (id: string, asked: LedgerView & { after: string | null }, isLive: boolean) =>
  queryOptions({
    queryKey: [...everything, 'one', id, 'ledger', asked] as const,
    queryFn: ({ signal }) =>
      api<LedgerResponse>(`${broadcastsPath}/${id}/recipients${query({ ...asked, minPosition: at() })}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_MS : CALM_MS,
  });

export const limitsQuery = queryOptions({
  queryKey: [...everything, 'limits'] as const,
  queryFn: ({ signal }) =>
    api<EngageLimitsResponse>(`${base}/rate-limits${query({ minPosition: at() })}`, { signal }),
});

export const listsQuery = queryOptions({
  queryKey: ['contact-lists'] as const,
  queryFn: ({ signal }) =>
    api<{ data: ContactListResponse[] }>('/api/v3/contact-lists', { signal }).then(({ data }) => data),
});

/** Mutation for a command on broadcasts: later requests demand responses that include its change. */
function useEngageCommand<Given, Answer extends CommandResponse>(
  command: (given: Given) => Promise<Answer>,
  /** Commands with the same scope run one after the other. */
  scope?: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: command,
    ...(scope !== undefined && { scope: { id: scope } }),
    onSuccess: ({ position }) => {
      if (position > newest) newest = position;
    },
    onSettled: () => client.invalidateQueries({ queryKey: everything }),
  });
}

type Made = CommandResponse & { id: string };

export const useCreate = () =>
  useEngageCommand((body: BroadcastRequest) =>
    api<Made>(broadcastsPath, { method: 'POST', body, makes: true }),
  );

export const useSave = (id: string) =>
  useEngageCommand(
    (body: BroadcastRequest) => api<CommandResponse>(`${broadcastsPath}/${id}`, { method: 'PATCH', body }),
    `broadcast/${id}`,
  );

export type BroadcastAction = 'start' | 'pause' | 'resume' | 'cancel' | 'retry' | 'end-repeat' | 'delete';

export const useAction = (id: string) =>
  useEngageCommand((action: BroadcastAction) =>
    action === 'delete'
      ? api<CommandResponse>(`${broadcastsPath}/${id}`, { method: 'DELETE' })
      : api<CommandResponse>(`${broadcastsPath}/${id}/${action}`, { method: 'POST', body: {} }),
  );

export const useDuplicate = (id: string) =>
  useEngageCommand(() =>
    api<Made>(`${broadcastsPath}/${id}/duplicate`, { method: 'POST', body: {}, makes: true }),
  );

export const useTest = (id: string) =>
  useEngageCommand((phone: string) =>
    api<CommandResponse>(`${broadcastsPath}/${id}/test`, { method: 'POST', body: { phone } }),
  );

export const useRaise = () =>
  useEngageCommand((body: EngageRaiseRequest) =>
    api<CommandResponse>(`${base}/rate-limits/raise`, { method: 'POST', body }),
  );

export const useChangeSettings = () =>
  useEngageCommand((body: EngageSettingsRequest) =>
    api<CommandResponse>(`${base}/settings`, { method: 'PATCH', body }),
  );
