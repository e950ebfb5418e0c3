import { aboutAssignAll } from '@parley/contracts/api/assignment-jobs';
import type { Job } from '@parley/contracts/api/jobs';
import { useTeamsById } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useAssigneeName } from './use-assignee-name';

/** Names the list whose conversations a job assigns, and the assignee. */
export default function JobSubject({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { list, teamId } = aboutAssignAll(job);
  const team = useTeamsById().get(teamId ?? '')?.name;
  const name = useAssigneeName(job);
  return t('activity.assignAll', { list: team ?? t(`lists.${list}`), name });
}
