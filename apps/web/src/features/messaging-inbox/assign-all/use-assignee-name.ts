import { aboutAssignAll } from '@parley/contracts/api/assignment-jobs';
import type { Job } from '@parley/contracts/api/jobs';
import { useTeamsById, useUsersById } from '../../../lib/directory';

/** Name of the user or team to whom a job assigns; empty if they no longer exist. */
export function useAssigneeName(job: Job): string {
  const { to } = aboutAssignAll(job);
  const users = useUsersById();
  const teams = useTeamsById();
  return users.get(to.userId ?? '')?.displayName ?? teams.get(to.teamId ?? '')?.name ?? '';
}
