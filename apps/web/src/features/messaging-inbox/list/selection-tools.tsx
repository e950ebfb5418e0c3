import { useState } from 'react';
import { ActionIcon, Menu, ScrollArea } from '@mantine/core';
import { IconArchive, IconMail, IconMailOpened, IconTag, IconUserPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { MAX_SELECTED, type BulkAction, type Chat, type Page } from '@parley/contracts/api/conversations';
import { tagsQuery, teamsQuery, usersQuery } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useBulk } from '../api/bulk';
import { useCommands } from '../../../conversation/keyboard/use-commands';
import { toAssignee } from '../thread/assignees';
import { useLayout } from '../use-layout';
import { useViewer } from '../viewer';
import { selection, useSelection } from './selection';
import classes from './selection-bar.module.css';

/** The bulk actions for the selected conversations. */
export default function SelectionTools({ page, scope }: { page: Page<Chat>; scope: string }) {
  const { t } = useTranslation();
  const { isNarrow } = useLayout();
  const { chats: chosen } = useSelection();
  const [open, setOpen] = useState<'assign' | 'tag' | null>(null);
  const { mutate } = useBulk({
    onBegin: selection.remove,
    onNotDone: (chats) => selection.putBack(scope, chats),
  });
  const rows = new Map(page.data.map((chat) => [chat.id, chat]));
  const chats = chosen.map((chat) => rows.get(chat.id) ?? chat);
  const isIdle = chats.length === 0;
  const run = (action: BulkAction, more: Partial<Parameters<typeof mutate>[0]> = {}) => {
    if (!isIdle) mutate({ chats, action, seenUpTo: page.position, ...more });
  };
  const readAction = chats.some(({ read }) => !read) ? 'read' : 'unread';
  const menuOf = (which: 'assign' | 'tag') => ({
    opened: open === which,
    onChange: (isOpen: boolean) => setOpen(isOpen && !isIdle ? which : null),
  });
  useCommands(
    {
      back: selection.end,
      archive: () => run('archive'),
      markRead: () => run(readAction),
      assign: () => !isIdle && setOpen('assign'),
      tag: () => !isIdle && setOpen('tag'),
    },
    { isFirst: true },
  );
  const size = isNarrow ? 44 : 28;
  const button = (label: string) => ({ size, 'aria-label': label, title: label, disabled: isIdle });
  const ReadIcon = readAction === 'read' ? IconMailOpened : IconMail;
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('selection.label')}>
      <ActionIcon
        size={size}
        aria-label={t('selection.end')}
        title={t('selection.end')}
        onClick={selection.end}
      >
        <IconX size={16} />
      </ActionIcon>
      <span className={classes.count} role="status">
        {t('selection.count', { count: chats.length, most: MAX_SELECTED })}
      </span>
      <Menu position="bottom-end" {...menuOf('assign')}>
        <Menu.Target>
          <ActionIcon {...button(t('assign.action'))}>
            <IconUserPlus size={17} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Assignees onChoose={(value) => run('assign', { to: (chat) => toAssignee(value, chat) })} />
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end" {...menuOf('tag')}>
        <Menu.Target>
          <ActionIcon {...button(t('marks.tag'))}>
            <IconTag size={17} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Tags onChoose={(tagId) => run('tag', { tagId })} />
        </Menu.Dropdown>
      </Menu>
      <ActionIcon {...button(t(`selection.${readAction}`))} onClick={() => run(readAction)}>
        <ReadIcon size={17} stroke={1.7} />
      </ActionIcon>
      <ActionIcon {...button(t('thread.archive'))} onClick={() => run('archive')}>
        <IconArchive size={17} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}

function Assignees({ onChoose }: { onChoose: (value: string) => void }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const { data: everybody = [] } = useQuery(usersQuery);
  const { data: teams = [] } = useQuery(teamsQuery);
  const others = everybody.filter(({ id, active }) => active && id !== userId);
  return (
    <ScrollArea.Autosize mah={340}>
      <Menu.Item onClick={() => onChoose(`user/${userId}`)}>{t('assign.toMe')}</Menu.Item>
      <Menu.Item onClick={() => onChoose('nobody')}>{t('assign.unassign')}</Menu.Item>
      <Menu.Label>{t('assign.users')}</Menu.Label>
      {others.map((user) => (
        <Menu.Item key={user.id} onClick={() => onChoose(`user/${user.id}`)}>
          {user.displayName}
        </Menu.Item>
      ))}
      <Menu.Label>{t('assign.teams')}</Menu.Label>
      {teams.map((team) => (
        <Menu.Item
          key={team.id}
          leftSection={<Dot colour={team.colour} />}
          onClick={() => onChoose(`team/${team.id}`)}
        >
          {team.name}
        </Menu.Item>
      ))}
    </ScrollArea.Autosize>
  );
}

function Tags({ onChoose }: { onChoose: (tagId: string) => void }) {
  const { t } = useTranslation();
  const { data: tags = [] } = useQuery(tagsQuery);
  if (tags.length === 0) return <Menu.Label>{t('marks.none')}</Menu.Label>;
  return (
    <ScrollArea.Autosize mah={340}>
      {tags.map((tag) => (
        <Menu.Item key={tag.id} leftSection={<Dot colour={tag.colour} />} onClick={() => onChoose(tag.id)}>
          {tag.name}
        </Menu.Item>
      ))}
    </ScrollArea.Autosize>
  );
}

function Dot({ colour }: { colour: string }) {
  return <span className={classes.dot} style={{ background: colour }} aria-hidden />;
}
