import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { ProblemMembers } from '@parley/contracts/api/coded-error';
import { teamsQuery, usersQuery } from '../../../lib/directory';
import { errorText } from '../../../lib/i18n';

export type Holder = NonNullable<ProblemMembers['assignee']>;

/**
 * Error text that names the colleague or team that took the conversation first. `holder` comes from the error
 * response, since cached or refetched rows may not show the new assignee yet.
 */
export async function textOfConflict(client: QueryClient, holder: Holder | undefined): Promise<string> {
  if (!holder) return errorText('assignment_changed');
  if (!holder.userId && !holder.teamId) return i18next.t('assign.changedToNobody');
  const [users, teams] = await Promise.all([
    client.ensureQueryData(usersQuery).catch(() => []),
    client.ensureQueryData(teamsQuery).catch(() => []),
  ]);
  const user = users.find(({ id }) => id === holder.userId);
  const team = teams.find(({ id }) => id === holder.teamId);
  const name = user?.displayName ?? (holder.userId ? undefined : team?.name);
  return i18next.t('assign.changed', { name: name ?? i18next.t('assign.colleague') });
}
