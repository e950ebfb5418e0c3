import { useState } from 'react';
import { ActionIcon, Button, Group, Menu, Textarea, UnstyledButton } from '@mantine/core';
import { IconDots, IconMoodSmile } from '@tabler/icons-react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { useUsersById } from '../../lib/directory';
import { useMe } from '../../lib/me';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { deleteEntry, editEntry, react } from './api';
import { useOpenChat } from './open-chat';
import classes from './team-chat.module.css';
import { isTeamEntry, type ShownEntry } from './team';

const emojis = ['👍', '❤️', '😂', '🎉', '👀', '✅'];

export function EntryTools({ entry }: { entry: ChatEntry }) {
  return isTeamEntry(entry) ? <Tools entry={entry} /> : null;
}

function Tools({ entry }: { entry: ShownEntry }) {
  const { t } = useTranslation();
  const { isArchived } = useOpenChat();
  const { id: userId } = useMe().user;
  const [isEditing, setEditing] = useState(false);
  const own = entry.team.reactions.find((reaction) => reaction.userId === userId)?.emoji ?? null;
  const attempt = (work: Promise<unknown>) => void work.catch((error: unknown) => toastFailure(error));
  const toggle = (emoji: string) => attempt(react(entry.chatId, entry.id, own === emoji ? null : emoji));
  if (isEditing) return <Edit entry={entry} onDone={() => setEditing(false)} />;
  return (
    <div className={classes.tools}>
      <Reactions entry={entry} own={own} onToggle={isArchived ? undefined : toggle} />
      {!isArchived && (
        <Menu position="top" withinPortal>
          <Menu.Target>
            <ActionIcon
              className={classes.tool}
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('teamChat.react')}
            >
              <IconMoodSmile size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown className={classes.emojis}>
            {emojis.map((emoji) => (
              <Menu.Item
                key={emoji}
                onClick={() => toggle(emoji)}
                aria-label={emoji}
                fw={own === emoji ? 700 : 400}
              >
                {emoji}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {!isArchived && entry.team.userId === userId && (
        <Menu position="top-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              className={classes.tool}
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('teamChat.actions')}
            >
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {entry.type === 'text' && (
              <Menu.Item onClick={() => setEditing(true)}>{t('teamChat.editMessage')}</Menu.Item>
            )}
            <Menu.Item color="red" onClick={() => attempt(deleteEntry(entry.chatId, entry.id))}>
              {t('teamChat.deleteMessage')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

interface ReactionsProps {
  entry: ShownEntry;
  own: string | null;
  /** Adds or removes the user's reaction. Missing if the user can no longer react. */
  onToggle?: (emoji: string) => void;
}

function Reactions({ entry, own, onToggle }: ReactionsProps) {
  const { t } = useTranslation();
  const users = useUsersById();
  const byEmoji = new Map<string, string[]>();
  for (const { userId, emoji } of entry.team.reactions) {
    byEmoji.set(emoji, [...(byEmoji.get(emoji) ?? []), users.get(userId)?.displayName ?? '']);
  }
  return [...byEmoji].map(([emoji, names]) => (
    <UnstyledButton
      key={emoji}
      className={classes.reaction}
      data-own={own === emoji || undefined}
      disabled={!onToggle}
      aria-pressed={own === emoji}
      aria-label={t('teamChat.reactedWith', { emoji, names: names.join(', ') })}
      title={names.join(', ')}
      onClick={() => onToggle?.(emoji)}
    >
      {emoji} {names.length}
    </UnstyledButton>
  ));
}

function Edit({ entry, onDone }: { entry: ShownEntry; onDone: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(entry.message ?? '');
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      await editEntry(entry.chatId, entry.id, text.trim());
      onDone();
    } catch (error) {
      toastFailure(error);
      setPending(false);
    }
  };
  return (
    <form
      className={classes.edit}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={({ key }) => key === 'Escape' && onDone()}
    >
      <Textarea
        autosize
        maxRows={8}
        data-autofocus
        autoFocus
        aria-label={t('teamChat.editMessage')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group gap={8} justify="flex-end">
        <Button variant="default" size="compact-sm" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" size="compact-sm" loading={isPending} disabled={text.trim() === ''}>
          {t('common.save')}
        </Button>
      </Group>
    </form>
  );
}
