import { Button, EmptyState } from '@mantine/core';
import { IconFilterOff, IconMoodSmile, IconPlug } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { channelsQuery, usersQuery } from '../../../lib/directory';
import { can, useMe } from '../../../lib/me';
import { useTranslation } from '../../../lib/translation';
import { useFilter, useGo, useListKey } from '../address';
import { useTakeNext } from '../api/commands';
import classes from './conversation-list.module.css';
import { useCount } from './use-unread';

/** Maximum number of administrators whose names the notice shows. */
const MAX_NAMED = 3;

/** Shown in place of the rows of an empty list: a friendly message and the next thing to do. */
export default function EmptyList() {
  const { t } = useTranslation();
  const { list, filter } = useListKey();
  const go = useGo();
  const waiting = useCount('new');
  const takeNext = useTakeNext();
  const channels = useQuery(channelsQuery).data;
  if (Object.keys(filter).length > 0) return <NothingMatches />;
  if (channels && !channels.some(({ isConnected }) => isConnected)) return <NoChannel />;
  const canTake = list === 'personal' && waiting > 0;
  const take = async () => {
    const chatId = await takeNext.mutateAsync().catch(() => null);
    if (chatId) go({ chatId });
  };
  return (
    <div className={classes.state}>
      <EmptyState
        size="sm"
        icon={<IconMoodSmile stroke={1.4} />}
        title={t(list === 'archived' ? 'list.emptyArchive' : 'list.allDone')}
        description={canTake ? t('list.waiting', { count: waiting }) : t(`list.empty.${list}`)}
      >
        {canTake && (
          <EmptyState.Actions>
            <Button
              variant="light"
              size="compact-sm"
              loading={takeNext.isPending}
              onClick={() => void take()}
            >
              {t('list.takeNext')}
            </Button>
          </EmptyState.Actions>
        )}
      </EmptyState>
    </div>
  );
}

function NothingMatches() {
  const { t } = useTranslation();
  const { clear } = useFilter();
  return (
    <div className={classes.state}>
      <EmptyState
        size="sm"
        icon={<IconFilterOff stroke={1.4} />}
        title={t('filter.noMatch')}
        description={t('filter.noMatchHint')}
      >
        <EmptyState.Actions>
          <Button variant="light" size="compact-sm" onClick={clear}>
            {t('filter.clear')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </div>
  );
}

/** Shown if the user sees no channel: a link to connect one, or the names of administrators who can do it. */
function NoChannel() {
  const { t, language } = useTranslation();
  const { ability } = useMe();
  const { data: users = [] } = useQuery(usersQuery);
  const mayConnect = can(ability, 'update', 'channels');
  const names = users
    .filter(({ role, active }) => role === 'admin' && active)
    .slice(0, MAX_NAMED)
    .map(({ displayName }) => displayName);
  const ask =
    names.length > 0
      ? t('list.noChannel.ask', {
          names: new Intl.ListFormat(language, { type: 'disjunction' }).format(names),
        })
      : t('list.noChannel.askSomebody');
  return (
    <div className={classes.state}>
      <EmptyState
        size="sm"
        icon={<IconPlug stroke={1.4} />}
        title={t('list.noChannel.title')}
        description={mayConnect ? t('list.noChannel.hint') : ask}
      >
        {mayConnect && (
          <EmptyState.Actions>
            <Button component={Link} to="/settings/channels" variant="light" size="compact-sm">
              {t('list.noChannel.connect')}
            </Button>
          </EmptyState.Actions>
        )}
      </EmptyState>
    </div>
  );
}
