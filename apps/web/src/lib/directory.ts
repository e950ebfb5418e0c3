import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TeamResponse, UserResponse } from '@parley/contracts/api/access';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import { api } from './api-client';

/** Users, teams and channels may be this old (spec, section 9). */
const staleTime = 5 * 60_000;

const list = <T>(name: string) =>
  queryOptions({
    queryKey: [name],
    queryFn: async ({ signal }) => (await api<{ data: T[] }>(`/api/v3/${name}`, { signal })).data,
    staleTime,
  });

export const usersQuery = list<UserResponse>('users');
export const teamsQuery = list<TeamResponse>('teams');
export const channelsQuery = list<ChannelResponse>('channels');

const byId = <T extends { id: string }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]));
const none = new Map<string, never>();

/** Names by id; empty until they are loaded. */
export function useUsersById(): ReadonlyMap<string, UserResponse> {
  return useQuery({ ...usersQuery, select: byId<UserResponse> }).data ?? none;
}

export function useTeamsById(): ReadonlyMap<string, TeamResponse> {
  return useQuery({ ...teamsQuery, select: byId<TeamResponse> }).data ?? none;
}

export function useChannelsById(): ReadonlyMap<string, ChannelResponse> {
  return useQuery({ ...channelsQuery, select: byId<ChannelResponse> }).data ?? none;
}
