import { queryOptions, useMutation } from '@tanstack/react-query';
import type {
  ChannelAdministration,
  ChannelConnectedResponse,
  ChannelResponse,
  ChannelTestResponse,
} from '@parley/contracts/api/channels';
import type { ConnectChannelRequest } from '@parley/contracts/api/channels.requests';
import type { Credentials } from '@parley/contracts/channels/credentials';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { ChannelSettings } from '@parley/contracts/events/channel.events';
import { api } from '../../lib/api-client';
import { channelsQuery } from '../../lib/directory';
import { useCommand } from '../../lib/use-command';

/** What no push tells of: messages come and go all the time. */
const HEALTH_MS = 30_000;

/** A channel as those see it who may change it. */
export type AdministeredChannel = ChannelResponse & { administration: ChannelAdministration };

export const administeredQuery = queryOptions({
  ...channelsQuery,
  select: (channels: ChannelResponse[]) => channels.filter(isAdministered).sort(byPlatform),
  refetchInterval: HEALTH_MS,
  refetchOnMount: 'always',
});

function byPlatform(one: ChannelResponse, other: ChannelResponse): number {
  return one.platform.localeCompare(other.platform) || one.name.localeCompare(other.name);
}

function isAdministered(channel: ChannelResponse): channel is AdministeredChannel {
  return channel.administration !== undefined;
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

/** Only what was changed is sent: what others changed meanwhile stays theirs. */
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
