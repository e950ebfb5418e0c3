import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommandResponse, CreatedResponse, TeamCount } from '@parley/contracts/api/conversations';
import { api } from '../../lib/api-client';
import { refetchChanged } from '../../lib/changed-settings';
import { directoryQuery } from '../../lib/directory';

/** What the form of a team holds. */
export interface TeamForm {
  name: string;
  colour: string;
  email: string;
  sendNotification: boolean;
  userIds: string[];
}

/** How many open conversations each team has; others change it all the time. */
export const teamCountsQuery = directoryQuery<TeamCount>(
  'team-counts',
  [],
  '/api/v3/messaging/count/teams',
  0,
);

export function useCreateTeam() {
  return useCommand((team: TeamForm) =>
    api<CreatedResponse>('/api/v3/teams', { method: 'POST', body: team, makes: true }),
  );
}

/** Only what was changed is sent: what others changed meanwhile stays theirs. */
export function useChangeTeam(id: string) {
  return useCommand((change: Partial<TeamForm>) =>
    api<CommandResponse>(`/api/v3/teams/${id}`, { method: 'PATCH', body: change }),
  );
}

export function useDeleteTeam(id: string) {
  return useCommand((_: void) => api<CommandResponse>(`/api/v3/teams/${id}`, { method: 'DELETE' }));
}

/** Whoever gave the command sees what it did, without waiting for the push that tells the others. */
function useCommand<Given, Answer extends CommandResponse>(command: (given: Given) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: command,
    onSuccess: ({ position }) => refetchChanged(client, { categories: ['team'], position }),
  });
}
