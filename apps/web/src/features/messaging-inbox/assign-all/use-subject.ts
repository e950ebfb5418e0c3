import { aboutAssignAll } from '@parley/contracts/api/assignment-jobs';
import type { Job } from '@parley/contracts/api/jobs';
import { useTeamsById, useUsersById } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';

/** From which list to whom a job assigns. */
export function useAssignAllSubject(job: Job): string {
  const { t } = useTranslation();
  const team = useTeamsById().get(aboutAssignAll(job).teamId ?? '')?.name;
  const name = useAssigneeName(job);
  return t('activity.assignAll', { list: team ?? t(`lists.${aboutAssignAll(job).list}`), name });
}

/** Empty for an assignee who is no longer there. */
export function useAssigneeName(job: Job): string {
  const { to } = aboutAssignAll(job);
  const users = useUsersById();
  const teams = useTeamsById();
  return users.get(to.userId ?? '')?.displayName ?? teams.get(to.teamId ?? '')?.name ?? '';
}
