import { Button, EmptyState } from '@mantine/core';
import { IconFilterOff, IconMoodSmile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAddress, useFilter, useGo } from '../address';
import { useTakeNext } from '../api/commands';
import classes from './conversation-list.module.css';
import { useCount } from './use-unread';

/** What stands where a list has no rows: good news, and the next thing to do. */
export function EmptyList() {
  const { t } = useTranslation();
  const { list, filter } = useAddress();
  const go = useGo();
  const waiting = useCount('new');
  const takeNext = useTakeNext();
  if (Object.keys(filter).length > 0) return <NothingMatches />;
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
