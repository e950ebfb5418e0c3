import { memo, useEffect, useState } from 'react';
import { ActionIcon, Button, EmptyState, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Chat, Page } from '@parley/contracts/api/conversations';
import { useTeamsById } from '../../../lib/directory';
import { errorText } from '../../../lib/i18n';
import { useFormats } from '../../../lib/format';
import { codeOf } from '../../../lib/problem';
import { useTranslation } from '../../../lib/translation';
import { useStable } from '../../../lib/use-stable';
import { pathOf, useGo, useListKey } from '../address';
import { listQuery } from '../api/queries';
import { pageInstead, type ListKey } from '../cache/list-page';
import { useLayout } from '../use-layout';
import { useViewer } from '../viewer';
import { ActiveFilters } from './active-filters';
import { AssignAll } from './assign-all';
import classes from './conversation-list.module.css';
import { ListSelect } from './list-select';
import { ListTools } from './list-tools';
import { Rows } from './rows';
import { SelectionBar } from './selection-bar';

/** One page of a list of conversations, with a pager. */
export const ConversationList = memo(function ConversationList() {
  const { t } = useTranslation();
  const key = useListKey();
  const { list, teamId } = key;
  const viewer = useViewer();
  const { hasLists } = useLayout();
  const team = useTeamsById().get(teamId ?? '');
  const chats = useQuery({
    ...listQuery(key, viewer),
    // After a change of the filter, the previous rows of the same list stay until the response arrives.
    placeholderData: (previous, before) =>
      before && isSameList(before.queryKey.at(-1) as ListKey, key) ? previous : undefined,
  });
  const go = useGo();
  const instead = chats.data && !chats.isPlaceholderData ? pageInstead(chats.data) : null;
  useEffect(() => {
    if (instead !== null) go({ page: instead }, { replace: true });
  }, [instead, go]);
  /**
   * The keyword for which the user pressed Enter or Arrow down to go to the first hit; null if the focus is already
   * there or nothing was pressed.
   */
  const [wanted, setWanted] = useState<string | null>(null);
  const isWanted = wanted === (key.filter.keyword ?? '') && !chats.isPlaceholderData;
  const forgetWanted = useStable(() => setWanted(null));
  const name = `${pathOf({ ...key, chatId: null, entry: null })}${chats.isPlaceholderData ? ' until then' : ''}`;
  const { number } = useFormats();
  const title = team?.name ?? t(`lists.${list}`);

  return (
    <section className={classes.list} aria-label={t('list.label', { list: title })}>
      <header className={classes.header} data-tour="list">
        {hasLists ? (
          <h2 className={classes.title}>{title}</h2>
        ) : (
          <ListSelect total={chats.data ? totalOf(chats.data, number) : null} />
        )}
        {chats.data && <Total page={chats.data} isHidden={!hasLists} />}
        <ListTools key={`${list}/${teamId}`} onGoToHits={setWanted} />
      </header>
      <ActiveFilters />
      {chats.data && <SelectionBar page={chats.data} />}
      {chats.data && <AssignAll page={chats.data} />}
      {chats.isPending || instead !== null ? (
        <RowsSkeleton />
      ) : chats.isError ? (
        <Failed error={chats.error} onRetry={() => void chats.refetch()} />
      ) : (
        <Rows
          key={name}
          name={name}
          label={title}
          page={chats.data}
          goesToFirst={isWanted}
          onThere={forgetWanted}
        />
      )}
      {chats.data && instead === null && chats.data.pageCount > 1 && <Pager page={chats.data} />}
    </section>
  );
});

function isSameList(a: ListKey, b: ListKey): boolean {
  return a.inbox === b.inbox && a.list === b.list && a.teamId === b.teamId;
}

/** The total for title and pager, followed by "+" if the server stopped counting at a maximum. */
function totalOf(
  { total, isTotalCapped }: Pick<Page<Chat>, 'total' | 'isTotalCapped'>,
  number: (value: number) => string,
): string {
  return `${number(total)}${isTotalCapped ? '+' : ''}`;
}

/**
 * Total of the list.
 * @param isHidden true beside the list select, whose text already contains the total
 */
function Total({ page, isHidden }: { page: Page<Chat>; isHidden: boolean }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const total = page.isTotalCapped
    ? t('list.totalCapped', { formatted: number(page.total) })
    : t('list.total', { count: page.total, formatted: number(page.total) });
  if (isHidden) return <VisuallyHidden>{total}</VisuallyHidden>;
  return (
    <span className={classes.total} title={total}>
      {total}
    </span>
  );
}

function Pager({ page: { page, pageCount, perPage, total, isTotalCapped } }: { page: Page<Chat> }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const go = useGo();
  const from = (page - 1) * perPage + 1;
  return (
    <nav className={classes.pager} aria-label={t('list.pages')}>
      <ActionIcon
        aria-label={t('list.previousPage')}
        disabled={page <= 1}
        onClick={() => go({ page: page - 1 })}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      {t('list.range', {
        from: number(from),
        to: number(Math.min(page * perPage, total)),
        total: totalOf({ total, isTotalCapped }, number),
      })}
      <ActionIcon
        aria-label={t('list.nextPage')}
        disabled={page >= pageCount}
        onClick={() => go({ page: page + 1 })}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.state} role="alert">
      <EmptyState
        size="sm"
        icon={<IconPlugConnectedX stroke={1.4} />}
        title={t('list.failed')}
        description={errorText(codeOf(error))}
      >
        <EmptyState.Actions>
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </div>
  );
}

function RowsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.skeleton} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={classes.skeletonRow}>
          <Skeleton circle height={28} />
          <div>
            <Skeleton height={10} width="45%" mb={8} mt={3} />
            <Skeleton height={9} width="85%" mb={8} />
            <Skeleton height={8} width="30%" />
          </div>
        </div>
      ))}
    </div>
  );
}
