import { useEffect, type ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import { useAwaitKeys } from '../keyboard/use-commands';
import classes from './loaded-thread.module.css';
import { Thread } from './thread';
import { useBackToUnread } from './use-back-to-unread';

interface LoadedThreadProps {
  /** Renders the error if the thread could not be loaded. */
  failed: (error: Error, retry: () => void) => ReactNode;
}

/** Loads and shows the thread of the open conversation, far enough back to include its unread entries. */
export function LoadedThread({ failed }: LoadedThreadProps) {
  const client = useQueryClient();
  const { conversation, kind } = useOpenConversation();
  const { id } = conversation;
  const { transcripts } = kind.conversations;
  const { entryId } = kind.usePlace();
  const transcript = useInfiniteQuery(transcripts.query(id, entryId));
  const { data, isSuccess, isPending } = transcript;
  const isBackToUnread = useBackToUnread(conversation, transcript, entryId !== null);
  useAwaitKeys(isPending || !isBackToUnread);
  kind.useFollow(id, isSuccess);
  // Applies pushes that came while a page was being fetched.
  useEffect(() => transcripts.catchUp(client, id), [transcripts, client, id, data]);
  useEffect(() => () => transcripts.forgetHistory(client, id), [transcripts, client, id]);

  if (isPending || !isBackToUnread) return <EntriesSkeleton />;
  if (!data) return failed(transcript.error, () => void transcript.refetch());
  return (
    <Thread
      key={id}
      transcript={data}
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
  );
}

const widths = ['52%', '38%', '44%', '60%', '30%'];

export function EntriesSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.skeleton} role="status" aria-label={t('common.loading')}>
      {widths.map((width, index) => (
        <Skeleton key={width} height={38} width={width} radius={12} ml={index % 3 === 2 ? 'auto' : 0} />
      ))}
    </div>
  );
}
