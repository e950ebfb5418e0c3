import { queryOptions, useMutation } from '@tanstack/react-query';
import type { InvitationLinkResponse, UserLimitResponse } from '@parley/contracts/api/access';
import type { CommandResponse, OpenConversationsResponse } from '@parley/contracts/api/conversations';
import type { Role } from '@parley/contracts/events/user.events';
import { api, query } from '../../lib/api-client';
import { showsSettings } from '../../lib/changed-settings';
import { freshest } from '../../lib/directory';
import { useCommand } from '../../lib/use-command';

showsSettings('user-limit', 'customer', 'user');
showsSettings('invitation-link', 'user');

export interface UserForm {
  displayName: string;
  email: string;
  role: Role;
  teamIds: string[];
  enforceTeamFilter: boolean;
  enforceUnassignedChats: boolean;
}

export const limitQuery = queryOptions({
  queryKey: ['user-limit'],
  queryFn: ({ signal }) => freshest<UserLimitResponse>('user-limit', '/api/v3/users/limit', signal),
});

/**
 * Query for the link of an invitation. The server returns it only if it runs without outgoing mail, when the link
 * cannot be sent by e-mail.
 */
export const invitationLinkQuery = (id: string) =>
  queryOptions({
    queryKey: ['invitation-link', id],
    queryFn: ({ signal }) =>
      api<InvitationLinkResponse>(`/api/v3/users/${id}/invitation-link`, { method: 'POST', signal }),
    retry: false,
  });

export const openConversationsQuery = (id: string) =>
  queryOptions({
    queryKey: ['open-conversations', id],
    queryFn: ({ signal }) =>
      api<OpenConversationsResponse>(`/api/v3/users/${id}/open-conversations`, { signal }),
    gcTime: 0,
  });

export function useInvite() {
  return useCommand(
    ['user', 'team'],
    (body: Omit<UserForm, 'enforceTeamFilter' | 'enforceUnassignedChats'>) =>
      api<CommandResponse & { id: string }>('/api/v3/users', { method: 'POST', body, makes: true }),
  );
}

/** Mutation that changes a user. Sends only the changed fields, so that colleagues' changes to others survive. */
export function useChangeUser(id: string) {
  return useCommand(['user', 'team'], (body: Partial<UserForm> & { active?: boolean }) =>
    api<CommandResponse>(`/api/v3/users/${id}`, { method: 'PATCH', body }),
  );
}

export function useRenewInvitation(id: string) {
  return useCommand(['user', 'team'], (_: void) =>
    api<CommandResponse>(`/api/v3/users/${id}/invitation`, { method: 'POST' }),
  );
}

/**
 * Mutation that deletes a user.
 * @param to new assignee of the user's conversations, `user/<id>` or `team/<id>`; null: the conversations become
 * unassigned
 */
export function useDeleteUser(id: string) {
  return useCommand(['user', 'team'], (to: string | null) => {
    const [kind, assignee] = to?.split('/') ?? [];
    const reassign = {
      reassignToUser: kind === 'user' ? assignee : null,
      reassignToTeam: kind === 'team' ? assignee : null,
    };
    return api<CommandResponse>(`/api/v3/users/${id}${query(reassign)}`, { method: 'DELETE' });
  });
}

export function useSignOutUser(id: string) {
  return useMutation({
    mutationFn: () => api<void>(`/api/v3/users/${id}/sign-out`, { method: 'POST' }),
  });
}

export function useRequestUsers() {
  return useMutation({
    mutationFn: (wanted: number) =>
      api<CommandResponse>('/api/v3/users/limit-requests', { method: 'POST', body: { wanted } }),
  });
}
