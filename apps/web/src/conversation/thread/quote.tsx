import { UnstyledButton } from '@mantine/core';
import { IconCornerUpLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import classes from './quote.module.css';
import { useThreadEntries } from './thread-context';
import { useAuthor } from './use-author';

/** The message to which another replies, as a link to it. */
export function Quote({ messageId }: { messageId: string }) {
  const { t } = useTranslation();
  const { store, kind } = useOpenConversation();
  const { entry } = useThreadEntries();
  const { goTo } = kind.usePlace();
  const loaded = entry(messageId);
  const { transcripts } = kind.conversations;
  const query = transcripts.entryQuery(store.id, messageId);
  const fetched = useQuery({ ...query, enabled: !loaded, retry: false });
  const quoted = loaded ?? fetched.data?.entry;
  return (
    <UnstyledButton className={classes.quote} onClick={() => goTo(messageId)} title={t('thread.goTo')}>
      <IconCornerUpLeft size={13} aria-label={t('thread.answers')} role="img" />
      {quoted ? <QuotedWords entry={quoted} /> : t('thread.answersEarlier')}
    </UnstyledButton>
  );
}

export function QuotedWords({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation();
  const author = useAuthor(entry);
  const words = entry.message ?? (entry.type === 'event' ? '' : t(`type.${entry.type}`));
  return (
    <span>
      <span className={classes.author}>{author}</span>
      <span className={classes.words}>{entry.isDeleted ? t('thread.deleted') : words}</span>
    </span>
  );
}
