import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { chatLists, type ChatList } from '@parley/contracts/api/conversations';
import { useNavigate } from 'react-router-dom';
import { teamsQuery } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useGo, useListKey } from '../address';
import { countsQuery } from '../api/queries';
import { queryOf, savedViewsQuery } from '../saved-views/saved-views-api';
import classes from './list-select.module.css';

/**
 * Select that replaces the column of lists on narrow screens: shows the chosen list with its total, and the others
 * with their unread counts.
 * @param total the chosen list's total as text; null until it is loaded
 */
export function ListSelect({ total }: { total: string | null }) {
  const { t } = useTranslation();
  const key = useListKey();
  const { list, teamId } = key;
  const navigate = useNavigate();
  const { data: views = [] } = useQuery(savedViewsQuery);
  const here = queryOf(key);
  const view = views.find(({ query }) => query === here);
  const go = useGo();
  const { data: teams = [] } = useQuery(teamsQuery);
  const { data: counts } = useQuery(countsQuery(key.inbox));

  const labelOf = (label: string, name: ChatList, team: string | null) => {
    if (name === list && team === teamId) return total === null ? label : `${label} · ${total}`;
    const unread = counts?.data.find((line) => line.list === name && line.teamId === team)?.unread ?? 0;
    return unread > 0 ? t('lists.withUnread', { list: label, count: unread }) : label;
  };
  return (
    <NativeSelect
      aria-label={t('lists.label')}
      classNames={{ root: classes.root, input: classes.input }}
      variant="unstyled"
      value={view ? `view/${view.id}` : teamId ? `team/${teamId}` : list}
      onChange={(event) => {
        const [name, team] = event.currentTarget.value.split('/');
        if (name === 'mentions') return go({ mentions: 'open' });
        const chosen = name === 'view' && views.find(({ id }) => id === team);
        if (chosen) return void navigate(`/messaging-inbox?${chosen.query}`);
        go({ list: name as ChatList, teamId: team ?? null });
      }}
      data={[
        ...chatLists.map((name) => ({ value: name, label: labelOf(t(`lists.${name}`), name, null) })),
        ...(key.inbox ? [] : [{ value: 'mentions', label: t('lists.mentions') }]),
        ...(views.length > 0 && !key.inbox
          ? [
              {
                group: t('lists.views'),
                items: views.map(({ id, name }) => ({ value: `view/${id}`, label: name })),
              },
            ]
          : []),
        {
          group: t('lists.team'),
          items: teams.map((team) => ({
            value: `team/${team.id}`,
            label: labelOf(team.name, 'team', team.id),
          })),
        },
      ]}
    />
  );
}
