import { useEffect } from 'react';
import { Button, EmptyState, Skeleton } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useInfiniteQuery, usePrefetchInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Chat } from '@parley/contracts/api/conversations';
import { errorText } from '../../../lib/i18n';
import { codeOf } from '../../../lib/problem';
import { useAddress } from '../address';
import { chatQuery, transcriptQuery } from '../api/queries';
import { forgetHistory } from '../api/sync';
import { Composer } from '../composer/composer';
import { useLook } from '../presence/use-look';
import { useCatchUp, useFollow } from '../realtime';
import { ThreadHeader } from './thread-header';
import { Thread } from './thread';
import classes from './thread-pane.module.css';
import { useBackToUnread } from './use-back-to-unread';
import { useThreadActions } from './use-thread-actions';

interface ThreadPaneProps {
  chatId: string;
  onTogglePanel: () => void;
}

/** One conversation: its header, what was said, and where one answers. */
export function ThreadPane({ chatId, onTogglePanel }: ThreadPaneProps) {
  const { entry } = useAddress();
  const chat = useQuery(chatQuery(chatId));
  // Both at once: the thread does not wait for its conversation.
  usePrefetchInfiniteQuery(transcriptQuery(chatId, entry));
  if (chat.isPending) return <ThreadSkeleton />;
  if (chat.isError) return <Failed error={chat.error} onRetry={() => void chat.refetch()} />;
  return <OpenThread chat={chat.data.chat} onTogglePanel={onTogglePanel} />;
}

function OpenThread({ chat, onTogglePanel }: { chat: Chat; onTogglePanel: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { entry } = useAddress();
  const transcript = useInfiniteQuery(transcriptQuery(chat.id, entry));
  const isBackToUnread = useBackToUnread(chat, transcript, entry !== null);
  const actions = useThreadActions(chat);
  const noteTyping = useLook(chat.id);
  useFollow(chat.id, transcript.isSuccess);
  useCatchUp(chat.id, transcript.dataUpdatedAt);
  useEffect(() => () => forgetHistory(client, chat.id), [client, chat.id]);

  return (
    <section
      className={classes.pane}
      aria-label={t('thread.label', { name: chat.contact.name })}
      onInput={noteTyping}
    >
      <ThreadHeader chat={chat} onTogglePanel={onTogglePanel} {...actions} />
      {transcript.isPending || !isBackToUnread ? (
        <EntriesSkeleton />
      ) : transcript.isError && !transcript.data ? (
        <Failed error={transcript.error} onRetry={() => void transcript.refetch()} />
      ) : (
        <Thread
          chat={chat}
          transcript={transcript.data}
          older={{
            hasMore: transcript.hasNextPage,
            isFetching: transcript.isFetchingNextPage,
            error: transcript.isFetchNextPageError ? transcript.error : null,
            fetchMore: () => void transcript.fetchNextPage(),
          }}
          newer={{
            hasMore: transcript.hasPreviousPage,
            isFetching: transcript.isFetchingPreviousPage,
            error: transcript.isFetchPreviousPageError ? transcript.error : null,
            fetchMore: () => void transcript.fetchPreviousPage(),
          }}
        />
      )}
      <Composer chat={chat} {...actions} />
    </section>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const code = codeOf(error);
  return (
    <div className={classes.failed} role="alert">
      <EmptyState
        icon={<IconPlugConnectedX stroke={1.3} />}
        title={t(code === 'not_found' ? 'thread.notFound' : 'thread.failed')}
        description={code === 'not_found' ? t('thread.notFoundHint') : errorText(code)}
      >
        <EmptyState.Actions>
          <Button variant="default" size="compact-md" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </div>
  );
}

function ThreadSkeleton() {
  return (
    <div className={classes.pane}>
      <div className={classes.headerSpace} />
      <EntriesSkeleton />
    </div>
  );
}

const widths = ['52%', '38%', '44%', '60%', '30%'];

function EntriesSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.skeleton} role="status" aria-label={t('common.loading')}>
      {widths.map((width, index) => (
        <Skeleton key={width} height={38} width={width} radius={12} ml={index % 3 === 2 ? 'auto' : 0} />
      ))}
    </div>
  );
}
