import { useCallback } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TeamResponse, UserResponse } from '@parley/contracts/api/access';
import type { SettingsCategory } from '@parley/contracts/events/domain-event';
import type { MarkResponse, QuickReplyResponse } from '@parley/contracts/api/catalogue';
import type { ContactAttributeResponse } from '@parley/contracts/api/contact-settings';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import { api, query } from './api-client';
import { pushedPosition, showsSettings } from './changed-settings';
import { useTranslation } from './translation';

/** Maximum age in ms of a list whose changes the server does not push (spec, section 9). */
const defaultStaleTime = 5 * 60_000;

/** Maximum number of requests for a list while its view lags behind the latest push. */
const MAX_TRIES = 3;

/**
 * Query for a list of the organisation's settings, `GET <path>` with `{data}`; refetched when a push reports a
 * change. A form that edits an item uses `useFollow`, so that a refetch does not replace typed text.
 * @param name the first word of the query's key
 * @param of the settings categories that the list shows; empty: no push reports its changes
 */
export function directoryQuery<T>(
  name: string,
  of: SettingsCategory[],
  path = `/api/v3/${name}`,
  staleTime = defaultStaleTime,
) {
  showsSettings(name, ...of);
  return queryOptions({
    queryKey: [name],
    queryFn: ({ signal }) => freshest<{ data: T[] }>(name, path, signal).then(({ data }) => data),
    staleTime,
  });
}

/**
 * Repeats the request until the response includes the latest push, at most `MAX_TRIES` times. Without the loop, a
 * push during the first request would be lost, because a query without data cannot be invalidated.
 */
export async function freshest<T>(name: string, path: string, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ;) {
    const minPosition = pushedPosition(name);
    const answer = await api<T & { stale?: boolean }>(`${path}${query({ minPosition })}`, { signal });
    if (pushedPosition(name) !== minPosition) continue;
    if (!answer.stale || tries++ === MAX_TRIES) return answer;
  }
}

/** Query for all users, including deleted ones, whose names are still shown with their messages. */
export const usersQuery = directoryQuery<UserResponse>('users', ['user']);
export const teamsQuery = directoryQuery<TeamResponse>('teams', ['team']);
export const channelsQuery = directoryQuery<ChannelResponse>('channels', ['channel']);

export const tagsQuery = directoryQuery<MarkResponse>('tags', ['tag']);
/** Query for the labels, which may be up to a minute old (spec, section 9). */
export const labelsQuery = directoryQuery<MarkResponse>('labels', ['label'], '/api/v3/labels', 60_000);
/** Query for the contact fields that the organisation has defined. */
export const attributesQuery = directoryQuery<ContactAttributeResponse>('contact-attributes', [
  'contactAttribute',
]);
export const quickRepliesQuery = directoryQuery<QuickReplyResponse>('quick-replies', ['quickReply']);

const byId = <T extends { id: string }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]));
const none = new Map<string, never>();

/** Users by id, including deleted ones; empty until they are loaded. */
export function useUsersById(): ReadonlyMap<string, UserResponse> {
  const { t } = useTranslation();
  const select = useCallback(
    (users: UserResponse[]) =>
      byId(
        users.map((user) =>
          user.state === 'deleted'
            ? { ...user, displayName: t('people.former', { name: user.displayName }) }
            : user,
        ),
      ),
    [t],
  );
  return useQuery({ ...usersQuery, select }).data ?? none;
}

export function useTeamsById(): ReadonlyMap<string, TeamResponse> {
  return useQuery({ ...teamsQuery, select: byId<TeamResponse> }).data ?? none;
}

export function useChannelsById(): ReadonlyMap<string, ChannelResponse> {
  return useQuery({ ...channelsQuery, select: byId<ChannelResponse> }).data ?? none;
}

export function useTagsById(): ReadonlyMap<string, MarkResponse> {
  return useQuery({ ...tagsQuery, select: byId<MarkResponse> }).data ?? none;
}

export function useLabelsById(): ReadonlyMap<string, MarkResponse> {
  return useQuery({ ...labelsQuery, select: byId<MarkResponse> }).data ?? none;
}
