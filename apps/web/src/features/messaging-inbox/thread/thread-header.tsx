import { memo } from 'react';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowLeft,
  IconLayoutSidebarRight,
  IconMail,
  IconStarFilled,
  IconTag,
  IconUserCircle,
  IconZzz,
} from '@tabler/icons-react';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { Chat } from '@parley/contracts/api/conversations';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { ColleaguesHere } from '../../../conversation/live/colleagues';
import { useChannelsById, useTagsById } from '../../../lib/directory';
import { useFormats } from '../../../lib/format';
import { useTranslation } from '../../../lib/translation';
import { useGo } from '../address';
import { useCommands } from '../../../conversation/keyboard/use-commands';
import { messaging } from '../messaging';
import { MarkChip, marksOf } from '../marks/mark-dots';
import { TagMenu } from '../marks/tag-menu';
import { useLayout } from '../use-layout';
import { useViewer } from '../viewer';
import { AssignMenu } from './assign-menu';
import { ConversationMenu } from './conversation-menu';
import classes from './thread-header.module.css';
import { useOfConversation } from '../../../conversation/use-of-conversation';
import { useLeaveUnread } from './use-leave-unread';
import { useSnoozing } from './use-snooze';
import type { ThreadActions } from './use-thread-actions';

interface ThreadHeaderProps extends ThreadActions {
  chat: Chat;
  onTogglePanel: () => void;
}

export const ThreadHeader = memo(function ThreadHeader({
  chat,
  onTogglePanel,
  archive,
  unarchive,
  assignToMe,
}: ThreadHeaderProps) {
  const { t } = useTranslation();
  const go = useGo();
  const { isNarrow } = useLayout();
  const { userId } = useViewer();
  const channel = useChannelsById().get(chat.channelId);
  const tags = marksOf(chat.tagIds, useTagsById());
  const [isTagging, setTagging] = useOfConversation(chat.id, false);
  const leaveUnread = useLeaveUnread(chat);
  const snoozing = useSnoozing(chat);
  useCommands({ tag: () => setTagging(true) });
  const isArchived = chat.status === 'closed';
  return (
    <>
      <header className={classes.header}>
        {isNarrow && (
          <ActionIcon size={44} aria-label={t('thread.back')} onClick={() => go({ chatId: null })}>
            <IconArrowLeft size={20} />
          </ActionIcon>
        )}
        <div className={classes.who}>
          <h2 className={classes.name}>
            <span title={chat.contact.name}>{chat.contact.name}</span>
            {chat.contact.isHighPriority && (
              <IconStarFilled size={13} className={classes.vip} role="img" aria-label={t('row.vip')} />
            )}
          </h2>
          <span className={classes.channel}>
            <PlatformIcon platform={chat.platform} size={13} label={t(`platform.${chat.platform}`)} />
            <span className={classes.channelName}>{channel && senderName(channel, chat.identityId)}</span>
            {tags.map((tag) => (
              <MarkChip key={tag.id} mark={tag} />
            ))}
          </span>
        </div>
        <AssignMenu chat={chat} />
        <TagMenu chat={chat} isOpen={isTagging} onOpenChange={setTagging} hasButton={!isNarrow} />
        {snoozing.ask && !isNarrow && (
          <span className={classes.yields}>
            <SnoozeButton onClick={snoozing.ask} />
          </span>
        )}
        <ArchiveButton isArchived={isArchived} onClick={isArchived ? unarchive : archive} />
        {!isNarrow && <PanelButton onClick={onTogglePanel} />}
        <ConversationMenu
          chat={chat}
          mayDelete={channel?.mayDelete ?? false}
          size={isNarrow ? 44 : undefined}
        >
          {snoozing.ask && (
            <Menu.Item leftSection={<IconZzz size={16} />} onClick={snoozing.ask}>
              {t('help.command.snooze')}
            </Menu.Item>
          )}
          {isNarrow && (
            <>
              {chat.assignedUserId !== userId && (
                <Menu.Item leftSection={<IconUserCircle size={16} />} onClick={assignToMe}>
                  {t('assign.toMe')}
                </Menu.Item>
              )}
              {chat.unreadMessages === 0 && (
                <Menu.Item leftSection={<IconMail size={16} />} onClick={leaveUnread}>
                  {t('selection.unread')}
                </Menu.Item>
              )}
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
      <div className={classes.colleagues}>
        <ColleaguesHere present={messaging.present} id={chat.id} other={chat.contact} />
      </div>
      {chat.snoozed && <SnoozedBar until={chat.snoozed.until} onWake={snoozing.wake} />}
      {snoozing.dialog}
    </>
  );
});

function SnoozedBar({ until, onWake }: { until: string | null; onWake: (() => void) | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className={classes.snoozed} role="status">
      <IconZzz size={15} aria-hidden />
      <span>
        {until === null ? t('snooze.untilMessage') : t('snooze.until', { time: formats.full(until) })}
      </span>
      {onWake && (
        <Button variant="subtle" size="compact-sm" onClick={onWake}>
          {t('help.command.wake')}
        </Button>
      )}
    </div>
  );
}

// Memoised, because their props are mostly the same for the next conversation: switching does not render them again.

const ArchiveButton = memo(function ArchiveButton(props: { isArchived: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  const { isNarrow } = useLayout();
  const label = t(props.isArchived ? 'thread.unarchive' : 'thread.archive');
  const Icon = props.isArchived ? IconArchiveOff : IconArchive;
  if (isNarrow) {
    return (
      <ActionIcon size={44} data-tour="archive" aria-label={label} onClick={props.onClick}>
        <Icon size={20} />
      </ActionIcon>
    );
  }
  return (
    <Button
      data-tip={`${label} · ${props.isArchived ? '⇧E' : 'E'}`}
      variant="default"
      size="compact-sm"
      data-collapses
      data-tour="archive"
      leftSection={<Icon size={15} />}
      onClick={props.onClick}
    >
      {label}
    </Button>
  );
});

function SnoozeButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      data-tip={`${t('help.command.snooze')} · Z`}
      aria-label={t('help.command.snooze')}
      onClick={onClick}
    >
      <IconZzz size={18} stroke={1.6} />
    </ActionIcon>
  );
}

const PanelButton = memo(function PanelButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <ActionIcon data-tip={`${t('panel.toggle')} · ]`} aria-label={t('panel.toggle')} onClick={onClick}>
      <IconLayoutSidebarRight size={18} stroke={1.6} />
    </ActionIcon>
  );
});

/** The name of the channel; if the channel has several senders, followed by the sender's name. */
function senderName({ name, identities }: ChannelResponse, identityId: string): string {
  const sender = identities.length > 1 && identities.find(({ id }) => id === identityId);
  return sender && sender.name !== name ? `${name} · ${sender.name}` : name;
}
