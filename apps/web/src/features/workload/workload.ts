import { queryOptions } from '@tanstack/react-query';
import type { UserResponse } from '@parley/contracts/api/access';
import type { Workload, WorkloadResponse } from '@parley/contracts/api/conversations';
import { onlineStatuses, type OnlineStatus } from '@parley/contracts/events/user.events';
import { api, query } from '../../lib/api-client';

export const workloadQuery = queryOptions({
  queryKey: ['workload'],
  queryFn: ({ signal }) => api<WorkloadResponse>('/api/v3/messaging/workload', { signal }),
});

/** Open conversations and online status of an agent. */
export interface AgentLoad extends Workload {
  userId: string;
  name: string;
  status: OnlineStatus;
}

/**
 * Rows of the page: the unassigned conversations, and each agent, which is an active user or another user with open
 * conversations.
 */
export function loadsOf(
  lines: Workload[],
  users: ReadonlyMap<string, UserResponse>,
): { unassigned: Workload; agents: AgentLoad[] } {
  const byUser = new Map(lines.map((line) => [line.userId, line]));
  const of = (userId: string | null) =>
    byUser.get(userId) ?? { userId, open: 0, unread: 0, waitingSince: null };
  const agents = [...users.values()]
    .filter(({ id, state }) => state === 'active' || byUser.has(id))
    .map(({ id, displayName, status }) => ({ ...of(id), userId: id, name: displayName, status }));
  return { unassigned: of(null), agents };
}

export const columns = ['name', 'status', 'open', 'unread', 'wait'] as const;
export type Column = (typeof columns)[number];

export interface Sort {
  column: Column;
  isDescending: boolean;
}

/** Sort order after the first click on a column: names from A to Z, numbers from the highest. */
export function firstSort(column: Column): Sort {
  return { column, isDescending: column !== 'name' && column !== 'status' };
}

/** Reads the sort order from the URL: `?sort=open&order=desc`. */
export function sortOf(params: URLSearchParams): Sort {
  const column = columns.find((known) => known === params.get('sort')) ?? 'open';
  const order = params.get('order');
  return order === 'asc' || order === 'desc' ? { column, isDescending: order === 'desc' } : firstSort(column);
}

/**
 * Sorts agents, those with equal values by name. In the column `wait`, agents without a waiting contact have the
 * lowest value.
 */
export function sorted(agents: AgentLoad[], { column, isDescending }: Sort, now: number): AgentLoad[] {
  const valueOf = (agent: AgentLoad) => {
    if (column === 'wait') return agent.waitingSince === null ? -1 : now - Date.parse(agent.waitingSince);
    return column === 'status' ? onlineStatuses.indexOf(agent.status) : column === 'name' ? 0 : agent[column];
  };
  const byName = (a: AgentLoad, b: AgentLoad) => a.name.localeCompare(b.name);
  return [...agents].sort((a, b) => {
    const order = column === 'name' ? byName(a, b) : valueOf(a) - valueOf(b);
    return (isDescending ? -order : order) || byName(a, b);
  });
}

/** Path of the inbox list that contains the counted conversations. */
export function listPath(userId: string | null, more: { read?: 'false'; sortBy?: 'longestWaiting' } = {}) {
  const list = userId === null ? 'unassigned' : 'open';
  return `/messaging-inbox${query({ list, userIds: userId, ...more })}`;
}
