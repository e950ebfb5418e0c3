import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  ChannelAdministration,
  ChannelConnectedResponse,
  ChannelResponse,
  ChannelTestResponse,
  ConnectionCheckResponse,
  EmbeddedSignupResponse,
  MigrationResponse,
} from '@parley/contracts/api/channels';
import type {
  AddIdentityRequest,
  ConnectChannelRequest,
  EmbeddedSignupRequest,
} from '@parley/contracts/api/channels.requests';
import type { Credentials } from '@parley/contracts/channels/credentials';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { ChannelSettings } from '@parley/contracts/events/channel.events';
import { api } from '../../lib/api-client';
import { channelsQuery } from '../../lib/directory';
import { useCommand } from '../../lib/use-command';
import { manifestOf } from './manifests';

/** Polling interval in ms of channels' health, which changes with every message and is therefore not pushed. */
const HEALTH_MS = 30_000;

/** A channel with the fields that the server sends only to users who may change it. */
export type AdministeredChannel = ChannelResponse & { administration: ChannelAdministration };

export const administeredQuery = queryOptions({
  ...channelsQuery,
  select: (channels: ChannelResponse[]) => channels.filter(isAdministered),
  refetchInterval: HEALTH_MS,
  refetchOnMount: 'always',
});

function isAdministered(channel: ChannelResponse): channel is AdministeredChannel {
  return channel.administration !== undefined;
}

/**
 * URL that an administrator must enter at the provider; null if the server registers it itself or the provider needs
 * none.
 */
export function webhookAddressOf({ provider, administration }: AdministeredChannel): string | null {
  const { feed } = manifestOf(provider);
  const isTold = feed.by === 'webhook' && feed.registeredBy === 'administrator';
  return isTold ? location.origin + administration.webhookPath : null;
}

export interface ChannelChange {
  settings?: Partial<ChannelSettings>;
  members?: { teamIds: string[]; userIds: string[] };
}

export function useConnectChannel() {
  return useCommand('channel', (request: ConnectChannelRequest) =>
    api<ChannelConnectedResponse>('/api/v3/channels', { method: 'POST', body: request, makes: true }),
  );
}

/** Mutation that checks whether an account can be connected, without changing anything. */
export function useCheckConnection() {
  return useMutation({
    mutationFn: (request: ConnectChannelRequest) =>
      api<ConnectionCheckResponse>('/api/v3/channels/check', { method: 'POST', body: request }),
  });
}

/** Query for the providers' pages on which organisations sign up for WhatsApp. */
export const signupQuery = queryOptions({
  queryKey: ['embedded-signup'],
  queryFn: ({ signal }) => api<EmbeddedSignupResponse>('/api/v3/channels/embedded-signup', { signal }),
});

export function useSignUp() {
  return useCommand('channel', (request: EmbeddedSignupRequest) =>
    api<ChannelConnectedResponse>('/api/v3/channels/embedded-signup', {
      method: 'POST',
      body: request,
      makes: true,
    }),
  );
}

/** Mutation that changes a channel. Sends only the changed fields, so that colleagues' changes to others survive. */
export function useChangeChannel(id: string) {
  return useCommand('channel', async ({ settings, members }: ChannelChange) => {
    let changed: CommandResponse = { position: '' };
    if (settings) changed = await api(`/api/v3/channels/${id}`, { method: 'PATCH', body: settings });
    if (members) changed = await api(`/api/v3/channels/${id}/members`, { method: 'PUT', body: members });
    return changed;
  });
}

export function useReplaceCredentials(id: string) {
  return useCommand('channel', (credentials: Credentials) =>
    api<CommandResponse>(`/api/v3/channels/${id}/credentials`, { method: 'POST', body: { credentials } }),
  );
}

export function useAddIdentity(id: string) {
  return useCommand('channel', (request: AddIdentityRequest) =>
    api<CommandResponse>(`/api/v3/channels/${id}/identities`, { method: 'POST', body: request }),
  );
}

export function useRemoveIdentity(id: string) {
  return useCommand('channel', (identityId: string) =>
    api<CommandResponse>(`/api/v3/channels/${id}/identities/${identityId}`, { method: 'DELETE' }),
  );
}

export function useMigrateMessagebird() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api<MigrationResponse>('/api/gateway/v2/channels/migrate-messagebird-channels', { method: 'POST' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: channelsQuery.queryKey }),
  });
}

export function useSwitchConnection(id: string) {
  return useCommand('channel', (action: 'connect' | 'disconnect') =>
    api<CommandResponse>(`/api/v3/channels/${id}/${action}`, { method: 'POST' }),
  );
}

export function useTestChannel(id: string) {
  return useMutation({
    mutationFn: () => api<ChannelTestResponse>(`/api/v3/channels/${id}/test`, { method: 'POST' }),
  });
}
