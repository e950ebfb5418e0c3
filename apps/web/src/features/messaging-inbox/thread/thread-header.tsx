import { useState } from 'react';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowLeft,
  IconLayoutSidebarRight,
  IconStarFilled,
  IconTag,
  IconUserCircle,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Chat } from '@parley/contracts/api/conversations';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { useChannelsById, useTagsById } from '../../../lib/directory';
import { useGo } from '../address';
import { useCommands } from '../keyboard/use-commands';
import { MarkChip, marksOf } from '../marks/mark-dots';
import { TagMenu } from '../marks/tag-menu';
import { ColleaguesHere } from '../presence/colleagues';
import { useLayout } from '../use-layout';
import { AssignMenu } from './assign-menu';
import { ConversationMenu } from './conversation-menu';
import classes from './thread-header.module.css';
import type { ThreadActions } from './use-thread-actions';

interface ThreadHeaderProps extends ThreadActions {
  chat: Chat;
  onTogglePanel: () => void;
}

export function ThreadHeader({ chat, onTogglePanel, archive, unarchive, assignToMe }: ThreadHeaderProps) {
  const { t } = useTranslation();
  const go = useGo();
  const { isNarrow } = useLayout();
  const channel = useChannelsById().get(chat.channelId);
  const tags = marksOf(chat.tagIds, useTagsById());
  const [isTagging, setTagging] = useState(false);
  useCommands({ tag: () => setTagging(true) });
  const isArchived = chat.status === 'closed';
  const archiveLabel = t(isArchived ? 'thread.unarchive' : 'thread.archive');
  const ArchiveIcon = isArchived ? IconArchiveOff : IconArchive;
  return (
    <header className={classes.header}>
      {isNarrow && (
        <ActionIcon size={44} aria-label={t('thread.back')} onClick={() => go({ chatId: null })}>
          <IconArrowLeft size={20} />
        </ActionIcon>
      )}
      <div className={classes.who}>
        <h2 className={classes.name}>
          <span>{chat.contact.name}</span>
          {chat.contact.isHighPriority && (
            <IconStarFilled size={13} className={classes.vip} role="img" aria-label={t('row.vip')} />
          )}
        </h2>
        <span className={classes.channel}>
          <ColleaguesHere chatId={chat.id} />
          <PlatformIcon platform={chat.platform} size={13} label={t(`platform.${chat.platform}`)} />
          <span className={classes.channelName}>{channel?.name}</span>
          {tags.map((tag) => (
            <MarkChip key={tag.id} mark={tag} />
          ))}
        </span>
      </div>
      <AssignMenu chat={chat} />
      <TagMenu chat={chat} isOpen={isTagging} onOpenChange={setTagging} hasButton={!isNarrow} />
      {isNarrow ? (
        <ActionIcon size={44} aria-label={archiveLabel} onClick={isArchived ? unarchive : archive}>
          <ArchiveIcon size={20} />
        </ActionIcon>
      ) : (
        <Tooltip label={`${archiveLabel} · ${isArchived ? '⇧E' : 'E'}`}>
          <Button
            variant="default"
            size="compact-sm"
            data-collapses
            leftSection={<ArchiveIcon size={15} />}
            onClick={isArchived ? unarchive : archive}
          >
            {archiveLabel}
          </Button>
        </Tooltip>
      )}
      {!isNarrow && (
        <Tooltip label={`${t('panel.toggle')} · ]`}>
          <ActionIcon aria-label={t('panel.toggle')} onClick={onTogglePanel}>
            <IconLayoutSidebarRight size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      <ConversationMenu chat={chat} mayDelete={channel?.mayDelete ?? false} size={isNarrow ? 44 : undefined}>
        {isNarrow && (
          <>
            <Menu.Item leftSection={<IconUserCircle size={16} />} onClick={assignToMe}>
              {t('assign.toMe')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTag size={16} />} onClick={() => setTagging(true)}>
              {t('marks.tag')}
            </Menu.Item>
            <Menu.Item leftSection={<IconLayoutSidebarRight size={16} />} onClick={onTogglePanel}>
              {t('panel.title')}
            </Menu.Item>
          </>
        )}
      </ConversationMenu>
    </header>
  );
}
