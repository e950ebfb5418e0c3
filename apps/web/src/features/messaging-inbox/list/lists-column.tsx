import { memo, Suspense } from 'react';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconAlertCircle,
  IconArchive,
  IconChevronDown,
  IconInbox,
  IconHelpCircle,
  IconMessageCircle,
  IconUser,
  IconUserQuestion,
  IconUsers,
  IconZzz,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ChatList } from '@parley/contracts/api/conversations';
import { teamsQuery } from '../../../lib/directory';
import { usePreference } from '../../../lib/preferences';
import { useTranslation } from '../../../lib/translation';
import { listAddress, nameOf, pathOf, useAddress, useListKey } from '../address';
import { runCommand } from '../../../conversation/keyboard/use-commands';
import classes from './lists-column.module.css';
import { useUnread } from './use-unread';
import { lazyPart } from '../../../lib/lazy-part';

const SavedViews = lazyPart(() => import('../saved-views/saved-views'), {
  shape: 'none',
  texts: 'inbox-saved-views',
});

const MentionsLink = lazyPart(() => import('../mentions/mentions-link'), { shape: 'none' });

const lists: { list: ChatList; icon: Icon }[] = [
  { list: 'new', icon: IconInbox },
  { list: 'open', icon: IconMessageCircle },
  { list: 'personal', icon: IconUser },
  { list: 'unassigned', icon: IconUserQuestion },
  { list: 'snoozed', icon: IconZzz },
  { list: 'archived', icon: IconArchive },
  { list: 'failed', icon: IconAlertCircle },
];

/** Column of the lists, each with its number of unread conversations. */
export const ListsColumn = memo(function ListsColumn() {
  const { t } = useTranslation();
  const { inbox } = useListKey();
  return (
    <nav className={classes.column} data-tour="lists" aria-label={t('lists.label')}>
      <h1 className={classes.title}>{t(nameOf(inbox))}</h1>
      {lists.map(({ list, icon: ListIcon }) => (
        <ListLink
          key={list}
          list={list}
          label={t(`lists.${list}`)}
          icon={<ListIcon size={16} stroke={1.6} />}
        />
      ))}
      <Suspense>{!inbox && <MentionsLink />}</Suspense>
      <Teams />
      <Suspense>{!inbox && <SavedViews />}</Suspense>
      <div className={classes.space} />
      <UnstyledButton
        data-tip={t('help.hint')}
        data-tip-side="right"
        className={classes.link}
        onClick={() => runCommand('help')}
      >
        <IconHelpCircle size={16} stroke={1.6} aria-hidden />
        <span className={classes.label}>{t('help.button')}</span>
        <kbd className={classes.key}>?</kbd>
      </UnstyledButton>
    </nav>
  );
});

function Teams() {
  const { t } = useTranslation();
  const { data: teams = [] } = useQuery(teamsQuery);
  const [isOpen, setOpen] = usePreference('isTeamsOpen');
  return (
    <div className={classes.teams}>
      <div className={classes.header}>
        <ListLink list="team" label={t('lists.team')} icon={<IconUsers size={16} stroke={1.6} />} />
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'lists.hideTeams' : 'lists.showTeams')}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </div>
      {isOpen &&
        teams.map((team) => (
          <ListLink
            key={team.id}
            list="team"
            teamId={team.id}
            label={team.name}
            icon={<span className={classes.dot} style={{ background: team.colour }} />}
          />
        ))}
    </div>
  );
}

interface ListLinkProps {
  list: ChatList;
  teamId?: string;
  label: string;
  icon: React.ReactNode;
}

function ListLink({ list, teamId = undefined, label, icon }: ListLinkProps) {
  const { t } = useTranslation();
  const here = useListKey();
  const unread = useUnread(list, teamId ?? null);
  const { mentions, counted } = useAddress();
  const isHere = !mentions && !counted && here.list === list && here.teamId === (teamId ?? null);
  return (
    <Link
      className={classes.link}
      to={pathOf(listAddress(list, teamId ?? null, here.sortBy))}
      aria-current={isHere ? 'page' : undefined}
      data-child={teamId !== undefined || undefined}
    >
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <span className={classes.label}>{label}</span>
      {unread > 0 && (
        <span className={classes.count}>
          <span aria-hidden>{unread}</span>
          <VisuallyHidden>{t('lists.unread', { count: unread })}</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}
