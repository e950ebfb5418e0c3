import { ActionIcon, EmptyState, SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconAt, IconCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Mention } from '@parley/contracts/api/mentions';
import { useTeamsById, useUsersById } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useStable } from '../../../lib/use-stable';
import { mentionsShown, useAddress, useGo, type MentionsShown } from '../address';
import { FoundColumn, FoundRows } from '../found/found-column';
import found from '../found/found.module.css';
import { useWhen } from '../search/use-when';
import classes from './mentions.module.css';
import { mentionsQuery, useSettle } from './mentions-api';

/** Column of the user's mentions, in place of the list. */
export default function MentionsColumn({ shown }: { shown: MentionsShown }) {
  const { t } = useTranslation();
  const go = useGo();
  const { entry } = useAddress();
  const query = useInfiniteQuery(mentionsQuery(shown));
  const mentions = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const open = useStable(({ id, chatId }: Mention) =>
    go({ chatId, entry: id }, { state: { jumpedAt: Date.now() } }),
  );
  const close = () => go({ mentions: undefined });
  return (
    <FoundColumn
      label={t('lists.mentions')}
      closeLabel={t('mentions.close')}
      onClose={close}
      header={
        <>
          <h2 className={classes.title}>{t('lists.mentions')}</h2>
          <SegmentedControl
            size="xs"
            aria-label={t('lists.mentions')}
            data={mentionsShown.map((value) => ({ value, label: t(`mentions.${value}`) }))}
            value={shown}
            onChange={(value) => go({ mentions: value, chatId: null })}
          />
        </>
      }
    >
      <FoundRows
        label={t(`mentions.${shown}`)}
        query={query}
        rows={mentions}
        idOf={({ id }) => id}
        openId={entry}
        onOpen={open}
        onClose={close}
        failed={t('mentions.failed')}
        nothing={
          <EmptyState
            size="sm"
            icon={<IconAt stroke={1.4} />}
            title={t(`mentions.none.${shown}`)}
            description={t('mentions.hint')}
          />
        }
      >
        {mentions.map((mention) => (
          <Row
            key={mention.id}
            mention={mention}
            isOpen={mention.id === entry}
            onOpen={() => open(mention)}
          />
        ))}
      </FoundRows>
    </FoundColumn>
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
        data-row={mention.id}
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
      <ActionIcon
        data-tip={label}
        className={classes.settle}
        size={28}
        variant="default"
        aria-label={t('mentions.label', { what: label, name })}
        loading={settle.isPending}
        onClick={() => settle.mutate(mention)}
      >
        <Icon size={16} />
      </ActionIcon>
    </div>
  );
}
