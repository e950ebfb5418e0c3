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

/** Maximum age of a list that no push reports as changed (spec, section 9). */
const defaultStaleTime = 5 * 60_000;

/** Maximum number of requests for a list whose view lags behind the latest push. */
const MOST_TRIES = 3;

/**
 * A list of the organisation's settings, `GET <path>` with `{data}`; a push about a change refetches it. A form that
 * edits an item uses `useFollow`, so that a refetch does not replace typed text.
 *
 * @param name the first word of the query's key
 * @param of the categories that the list shows; none: no push reports its changes
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
 * Repeats the request until the response includes the latest push, at most `MOST_TRIES` times. The loop also covers a
 * push during the first request: it does not invalidate a query that has no data yet.
 */
export async function freshest<T>(name: string, path: string, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ;) {
    const minPosition = pushedPosition(name);
    const answer = await api<T & { stale?: boolean }>(`${path}${query({ minPosition })}`, { signal });
    if (pushedPosition(name) !== minPosition) continue;
    if (!answer.stale || tries++ === MOST_TRIES) return answer;
  }
}

/** All users, including deleted ones: what they wrote shows their names. */
export const usersQuery = directoryQuery<UserResponse>('users', ['user']);
export const teamsQuery = directoryQuery<TeamResponse>('teams', ['team']);
export const channelsQuery = directoryQuery<ChannelResponse>('channels', ['channel']);

export const tagsQuery = directoryQuery<MarkResponse>('tags', ['tag']);
/** Labels may be a minute old (spec, section 9). */
export const labelsQuery = directoryQuery<MarkResponse>('labels', ['label'], '/api/v3/labels', 60_000);
/** Fields of contacts that the organisation has defined. */
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
