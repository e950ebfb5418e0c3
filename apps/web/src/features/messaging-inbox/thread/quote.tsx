import { UnstyledButton } from '@mantine/core';
import { IconCornerUpLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';
import { useTranslation } from '../../../lib/translation';
import { useJumpTo } from '../address';
import { entryQuery } from '../api/queries';
import classes from './quote.module.css';
import { useThreadChat, useThreadEntries } from './thread-context';
import { useAuthor } from './use-author';

/** The message that another one answers: a way to it. */
export function Quote({ messageId }: { messageId: string }) {
  const { t } = useTranslation();
  const chat = useThreadChat();
  const { entry } = useThreadEntries();
  const jumpTo = useJumpTo();
  const loaded = entry(messageId);
  const fetched = useQuery({ ...entryQuery(chat.id, messageId), enabled: !loaded, retry: false });
  const quoted = loaded ?? fetched.data?.entry;
  return (
    <UnstyledButton className={classes.quote} onClick={() => jumpTo(messageId)} title={t('thread.goTo')}>
      <IconCornerUpLeft size={13} aria-label={t('thread.answers')} role="img" />
      {quoted ? <QuotedWords entry={quoted} chat={chat} /> : t('thread.answersEarlier')}
    </UnstyledButton>
  );
}

/** Who wrote a message, and its first words. */
export function QuotedWords({ entry, chat }: { entry: ChatEntry; chat: Chat }) {
  const { t } = useTranslation();
  const author = useAuthor(entry, chat);
  const words = entry.message ?? (entry.type === 'event' ? '' : t(`type.${entry.type}`));
  return (
    <span>
      <span className={classes.author}>{author}</span>
      <span className={classes.words}>{entry.isDeleted ? t('thread.deleted') : words}</span>
    </span>
  );
}
