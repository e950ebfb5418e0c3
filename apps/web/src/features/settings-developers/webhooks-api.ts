import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type {
  WebhookDeliveriesResponse,
  WebhookDeliveryDetailResponse,
  WebhookEventResponse,
  WebhookHeadersResponse,
  WebhookMadeResponse,
  WebhookResponse,
} from '@parley/contracts/api/webhooks';
import type { WebhookPayload } from '@parley/contracts/events/webhook.events';
import { api, query } from '../../lib/api-client';
import { showsSettings } from '../../lib/changed-settings';
import { freshest } from '../../lib/directory';
import type { Resource } from '../../lib/resource';
import { useCommand } from '../../lib/use-command';

showsSettings('webhooks', 'webhook');

const path = '/api/v3/webhooks';
/** Polling interval in ms while the log of deliveries is open, since the server does not push them. */
const LOG_EVERY_MS = 3_000;

export const webhooks: Resource = { path, categories: 'webhook' };

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => freshest<{ data: WebhookResponse[] }>('webhooks', path, signal),
});

export const webhookEventsQuery = queryOptions({
  queryKey: ['webhook-events'],
  queryFn: ({ signal }) => api<WebhookEventResponse[]>('/api/v3/webhook-events', { signal }),
  staleTime: Infinity,
});

export const headersQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook-headers', id],
    queryFn: ({ signal }) => api<WebhookHeadersResponse>(`${path}/${id}/headers`, { signal }),
    // Headers may contain passwords, so they are not cached after the form is closed.
    gcTime: 0,
    staleTime: 0,
  });

export type LogFilter = 'all' | 'failed' | 'waiting';

export const deliveriesQuery = (id: string, filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['webhook-deliveries', id, filter],
    queryFn: ({ signal, pageParam }) =>
      api<WebhookDeliveriesResponse>(
        `${path}/${id}/deliveries${query({ state: filter === 'all' ? undefined : filter, before: pageParam })}`,
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: LOG_EVERY_MS,
  });

export const deliveryQuery = (id: string, eventId: string) =>
  queryOptions({
    queryKey: ['webhook-delivery', id, eventId],
    queryFn: ({ signal }) =>
      api<WebhookDeliveryDetailResponse>(`${path}/${id}/deliveries/${eventId}`, { signal }),
    refetchInterval: LOG_EVERY_MS,
  });

export interface WebhookForm {
  url: string;
  events: string[];
  payload: WebhookPayload;
  /** Headers as a JSON object. */
  headers: string;
}

export const emptyWebhook: WebhookForm = { url: 'https://', events: [], payload: 'full', headers: '' };

export function formOf({ url, events, payload }: WebhookResponse, headers: string): WebhookForm {
  return { url, events, payload, headers };
}

export function useCreateWebhook() {
  return useCommand(
    'webhook',
    (body: Partial<WebhookForm>) => api<WebhookMadeResponse>(path, { method: 'POST', body, makes: true }),
    { untilShown: true },
  );
}

export function useRotateWebhook({ id, hint }: WebhookResponse) {
  return useCommand('webhook', (_: void) =>
    api<WebhookMadeResponse>(`${path}/${id}/rotate`, { method: 'POST', body: { hint } }),
  );
}

export function usePauseWebhook(id: string) {
  return useCommand('webhook', (_: void) =>
    api<CommandResponse>(`${path}/${id}/pause`, { method: 'POST', body: {} }),
  );
}

export function useResumeWebhook(id: string) {
  return useCommand('webhook', (skip: boolean) =>
    api<CommandResponse>(`${path}/${id}/resume`, { method: 'POST', body: { skip } }),
  );
}

/** Mutation that delivers a test event, one delivery again, or all events of a period again. */
export function useDeliver(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: 'test' | { eventId: string } | { since: string; until?: string }) => {
      if (wanted === 'test')
        return api<object>(`${path}/${id}/test`, { method: 'POST', body: {}, makes: true });
      return 'since' in wanted
        ? api<object>(`${path}/${id}/replay`, { method: 'POST', body: wanted })
        : api<object>(`${path}/${id}/deliveries/${wanted.eventId}/resend`, { method: 'POST', body: {} });
    },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['webhook-deliveries', id] }),
        client.invalidateQueries({ queryKey: ['webhook-delivery', id] }),
      ]),
  });
}
