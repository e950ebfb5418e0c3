import { useRef } from 'react';
import {
  ActionIcon,
  Button,
  CloseButton,
  EmptyState,
  Loader,
  SegmentedControl,
  Tooltip,
} from '@mantine/core';
import { IconArrowBackUp, IconAt, IconCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Mention } from '@parley/contracts/api/mentions';
import { useCommands } from '../../../conversation/keyboard/use-commands';
import { useTeamsById, useUsersById } from '../../../lib/directory';
import { errorText } from '../../../lib/i18n';
import { codeOf } from '../../../lib/problem';
import { useTranslation } from '../../../lib/translation';
import { useStable } from '../../../lib/use-stable';
import { mentionsShown, useAddress, useGo, type MentionsShown } from '../address';
import found from '../search/found-column.module.css';
import { useWhen } from '../search/use-when';
import classes from './mentions.module.css';
import { mentionsQuery, useSettle } from './mentions-api';

/** One's mentions, in place of the list. J and K walk through them, Escape brings the list back. */
export default function MentionsColumn({ shown }: { shown: MentionsShown }) {
  const { t } = useTranslation();
  const go = useGo();
  const { entry } = useAddress();
  const list = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery(mentionsQuery(shown));
  const mentions = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const here = mentions.findIndex(({ id }) => id === entry);
  const open = useStable(({ id, chatId }: Mention) =>
    go({ chatId, entry: id }, { state: { jumpedAt: Date.now() } }),
  );
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const more = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  const step = (by: number) => {
    const next = mentions[here < 0 ? 0 : here + by];
    if (here + by >= mentions.length - 3) more();
    if (!next) return;
    open(next);
    list.current?.querySelector(`[data-mention="${next.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const close = () => go({ mentions: undefined });
  useCommands({ next: () => step(1), previous: () => step(-1), back: close }, { isFirst: true });
  return (
    <section className={found.column} aria-label={t('lists.mentions')}>
      <header className={found.header}>
        <h2 className={classes.title}>{t('lists.mentions')}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t('lists.mentions')}
          data={mentionsShown.map((value) => ({ value, label: t(`mentions.${value}`) }))}
          value={shown}
          onChange={(value) => go({ mentions: value, chatId: null })}
        />
        <CloseButton
          aria-label={t('mentions.close')}
          title={`${t('mentions.close')} · Esc`}
          onClick={close}
        />
      </header>
      {query.isError && (
        <div className={found.state} role="alert">
          <EmptyState size="sm" title={t('mentions.failed')} description={errorText(codeOf(query.error))}>
            <EmptyState.Actions>
              <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
                {t('common.retry')}
              </Button>
            </EmptyState.Actions>
          </EmptyState>
        </div>
      )}
      {query.isLoading && (
        <div className={found.state} role="status" aria-label={t('common.loading')}>
          <Loader size="sm" />
        </div>
      )}
      {query.isSuccess && mentions.length === 0 && (
        <div className={found.state}>
          <EmptyState
            size="sm"
            icon={<IconAt stroke={1.4} />}
            title={t(`mentions.none.${shown}`)}
            description={t('mentions.hint')}
          />
        </div>
      )}
      <div
        ref={list}
        className={found.hits}
        role="list"
        aria-label={t(`mentions.${shown}`)}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < 400) more();
        }}
      >
        {mentions.map((mention) => (
          <Row
            key={mention.id}
            mention={mention}
            isOpen={mention.id === entry}
            onOpen={() => open(mention)}
          />
        ))}
        {isFetchingNextPage && <Loader size="xs" m="auto" my={8} />}
      </div>
    </section>
  );
}

function Row({ mention, isOpen, onOpen }: { mention: Mention; isOpen: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  const when = useWhen();
  const by = useUsersById().get(mention.byId)?.displayName ?? t('mentions.somebody');
  const teams = useTeamsById();
  const of = mention.teamIds.flatMap((id) => teams.get(id)?.name ?? []).join(', ');
  const settle = useSettle(mention.isSettled);
  const label = t(mention.isSettled ? 'mentions.reopen' : 'mentions.settle');
  const Icon = mention.isSettled ? IconArrowBackUp : IconCheck;
  const name = mention.contactName ?? t('mentions.nameless');
  return (
    <div role="listitem" className={classes.row} data-open={isOpen || undefined}>
      <button
        type="button"
        className={found.hit}
        data-mention={mention.id}
        data-open={isOpen || undefined}
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <span className={found.line}>
          <strong>{name}</strong>
          <time dateTime={mention.time}>{when(mention.time)}</time>
        </span>
        <span className={found.snippet}>{mention.text ?? <em>{t('thread.erased')}</em>}</span>
        <span className={found.line} data-dim>
          <span>{of ? t('mentions.byToTeam', { name: by, team: of }) : by}</span>
        </span>
      </button>
      <Tooltip label={label}>
        <ActionIcon
          className={classes.settle}
          size={28}
          variant="default"
          aria-label={t('mentions.label', { what: label, name })}
          loading={settle.isPending}
          onClick={() => settle.mutate(mention)}
        >
          <Icon size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
