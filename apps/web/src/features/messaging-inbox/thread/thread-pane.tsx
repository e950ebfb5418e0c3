import { useEffect } from 'react';
import { Button, EmptyState, Skeleton } from '@mantine/core';
import { IconArrowsTransferUp, IconPlugConnectedX } from '@tabler/icons-react';
import { useInfiniteQuery, usePrefetchInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Chat } from '@parley/contracts/api/conversations';
import { errorText } from '../../../lib/i18n';
import { codeOf } from '../../../lib/problem';
import { useTranslation } from '../../../lib/translation';
import { useAddress, useGo } from '../address';
import { transcriptQuery } from '../api/queries';
import { forgetHistory } from '../api/sync';
import { useChat } from '../api/use-chat';
import { Composer } from '../composer/composer';
import { KeptDraft } from '../composer/kept-draft';
import { TemplateDialogHost } from '../composer/template-dialog-host';
import { useAwaitKeys } from '../keyboard/use-commands';
import { useLook } from '../presence/use-look';
import { useCatchUp, useFollow } from '../realtime';
import { ThreadHeader } from './thread-header';
import { Thread } from './thread';
import classes from './thread-pane.module.css';
import { useOfChat } from '../use-of-chat';
import { useBackToUnread } from './use-back-to-unread';
import { useThreadActions } from './use-thread-actions';

interface ThreadPaneProps {
  chatId: string;
  onTogglePanel: () => void;
}

/** One conversation: its header, what was said, and where one answers. Header and composer stay for the next one. */
export function ThreadPane({ chatId, onTogglePanel }: ThreadPaneProps) {
  const { entry } = useAddress();
  const { chat, error, retry } = useChat(chatId);
  // Both at once: the thread does not wait for its conversation.
  usePrefetchInfiniteQuery(transcriptQuery(chatId, entry));
  useAwaitKeys(!chat && !error);
  const [shown, setShown] = useOfChat<Chat | null>(chatId, null);
  if (chat && shown !== chat) setShown(chat);
  if (chat) {
    return (
      <TemplateDialogHost chat={chat}>
        <OpenThread chat={chat} onTogglePanel={onTogglePanel} />
      </TemplateDialogHost>
    );
  }
  if (!error) return <ThreadSkeleton />;
  return shown && codeOf(error) === 'not_found' ? (
    <MovedAway chat={shown} />
  ) : (
    <Failed error={error} onRetry={retry} />
  );
}

function OpenThread({ chat, onTogglePanel }: { chat: Chat; onTogglePanel: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { entry } = useAddress();
  const transcript = useInfiniteQuery(transcriptQuery(chat.id, entry));
  const isBackToUnread = useBackToUnread(chat, transcript, entry !== null);
  useAwaitKeys(transcript.isPending || !isBackToUnread);
  const actions = useThreadActions(chat);
  const noteTyping = useLook(chat.id);
  useFollow(chat.id, transcript.isSuccess);
  useCatchUp(chat.id, transcript.data);
  useEffect(() => () => forgetHistory(client, chat.id), [client, chat.id]);

  return (
    <section
      className={classes.pane}
      aria-label={t('thread.label', { name: chat.contact.name })}
      // A search in a menu is no answer.
      onInput={({ target }) => target instanceof HTMLTextAreaElement && noteTyping()}
    >
      <ThreadHeader chat={chat} onTogglePanel={onTogglePanel} {...actions} />
      {transcript.isPending || !isBackToUnread ? (
        <EntriesSkeleton />
      ) : transcript.isError && !transcript.data ? (
        <Failed error={transcript.error} onRetry={() => void transcript.refetch()} />
      ) : (
        <Thread
          key={chat.id}
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
      <Composer chat={chat} archive={actions.archive} />
    </section>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const go = useGo();
  const code = codeOf(error);
  const isGone = code === 'not_found';
  return (
    <div className={classes.failed} role="alert">
      <EmptyState
        icon={<IconPlugConnectedX stroke={1.3} />}
        title={t(isGone ? 'thread.notFound' : 'thread.failed')}
        description={isGone ? t('thread.notFoundHint') : errorText(code)}
      >
        <EmptyState.Actions>
          <Button variant="default" size="compact-md" onClick={isGone ? () => go({ chatId: null }) : onRetry}>
            {t(isGone ? 'thread.toInbox' : 'common.retry')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </div>
  );
}

/** Of a conversation that was open, and that this person sees no longer. What they were writing is kept. */
function MovedAway({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const go = useGo();
  return (
    <div className={classes.failed} role="alert">
      <EmptyState
        icon={<IconArrowsTransferUp stroke={1.3} />}
        title={t('thread.movedAway', { name: chat.contact.name })}
        description={t('thread.movedAwayHint')}
      >
        <KeptDraft chatId={chat.id} />
        <EmptyState.Actions>
          <Button variant="default" size="compact-md" onClick={() => go({ chatId: null })}>
            {t('thread.toInbox')}
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
