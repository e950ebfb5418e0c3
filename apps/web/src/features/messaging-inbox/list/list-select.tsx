import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { chatLists, type ChatList } from '@parley/contracts/api/conversations';
import { teamsQuery } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useGo, useListKey } from '../address';
import { countsQuery } from '../api/queries';
import classes from './list-select.module.css';

/** The lists on screens without room for their column. */
export function ListSelect() {
  const { t } = useTranslation();
  const { list, teamId } = useListKey();
  const go = useGo();
  const { data: teams = [] } = useQuery(teamsQuery);
  const { data: counts } = useQuery(countsQuery);

  const withUnread = (label: string, name: ChatList, team: string | null) => {
    const unread = counts?.data.find((line) => line.list === name && line.teamId === team)?.unread ?? 0;
    return unread > 0 ? `${label} (${unread})` : label;
  };
  return (
    <NativeSelect
      aria-label={t('lists.label')}
      classNames={{ root: classes.root, input: classes.input }}
      variant="unstyled"
      value={teamId ? `team/${teamId}` : list}
      onChange={(event) => {
        const [name, team] = event.currentTarget.value.split('/');
        go({ list: name as ChatList, teamId: team ?? null });
      }}
      data={[
        ...chatLists.map((name) => ({ value: name, label: withUnread(t(`lists.${name}`), name, null) })),
        {
          group: t('lists.team'),
          items: teams.map((team) => ({
            value: `team/${team.id}`,
            label: withUnread(team.name, 'team', team.id),
          })),
        },
      ]}
    />
  );
}
