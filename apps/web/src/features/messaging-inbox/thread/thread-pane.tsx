import { useMemo } from 'react';
import { Button, EmptyState } from '@mantine/core';
import { IconArrowsTransferUp, IconPlugConnectedX } from '@tabler/icons-react';
import { usePrefetchInfiniteQuery } from '@tanstack/react-query';
import type { Chat } from '@parley/contracts/api/conversations';
import { Composer } from '../../../conversation/composer/composer';
import { KeptDraft } from '../../../conversation/composer/kept-draft';
import { OpenConversationContext } from '../../../conversation/conversation';
import { useAwaitKeys } from '../../../conversation/keyboard/use-commands';
import { useLook } from '../../../conversation/live/use-look';
import { EntriesSkeleton, LoadedThread } from '../../../conversation/thread/loaded-thread';
import { ViewerHost } from '../../../conversation/viewer/viewer-host';
import { useOfConversation } from '../../../conversation/use-of-conversation';
import { INHERITS_FOCUS } from '../../../lib/inherits-focus';
import { errorText } from '../../../lib/i18n';
import { codeOf } from '../../../lib/problem';
import { useTranslation } from '../../../lib/translation';
import { useAddress, useGo } from '../address';
import { useChat } from '../api/use-chat';
import { TemplateDialogHost } from '../composer/template-dialog-host';
import { messaging } from '../messaging';
import { messagingKind } from '../messaging-kind';
import { OpenChat } from '../open-chat';
import { ThreadHeader } from './thread-header';
import classes from './thread-pane.module.css';
import { useThreadActions } from './use-thread-actions';

interface ThreadPaneProps {
  chatId: string;
  onTogglePanel: () => void;
}

/**
 * The open conversation: header, thread and composer. Header and composer stay mounted when the user opens another
 * one.
 */
export function ThreadPane({ chatId, onTogglePanel }: ThreadPaneProps) {
  const { entry } = useAddress();
  const { chat, error, retry } = useChat(chatId);
  // Fetches the thread at the same time as the conversation, not after it.
  usePrefetchInfiniteQuery(messaging.transcripts.query(chatId, entry));
  useAwaitKeys(!chat && !error);
  const [shown, setShown] = useOfConversation<Chat | null>(chatId, null);
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
  const store = messaging.of(chat.id);
  const { id, contact, unreadMessages: unread, lastEntry } = chat;
  const { name } = contact;
  const lastEntryId = lastEntry?.id ?? null;
  const open = useMemo(
    () => ({ kind: messagingKind, store, conversation: { id, name, unread, lastEntryId } }),
    [store, id, name, unread, lastEntryId],
  );
  const actions = useThreadActions(chat);
  const { archive } = actions;
  const opened = useMemo(() => ({ chat, archive }), [chat, archive]);
  const noteTyping = useLook(chat.id, store.outbox.messages);

  return (
    <OpenChat value={opened}>
      <OpenConversationContext value={open}>
        <section
          className={classes.pane}
          aria-label={t('thread.label', { name })}
          // Only input in a text area counts as typing an answer; a menu's search field is an input element.
          onInput={({ target }) => target instanceof HTMLTextAreaElement && noteTyping()}
        >
          <ThreadHeader chat={chat} onTogglePanel={onTogglePanel} {...actions} />
          <LoadedThread failed={(error, retry) => <Failed error={error} onRetry={retry} />} />
          <Composer />
          <ViewerHost />
        </section>
      </OpenConversationContext>
    </OpenChat>
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
        {...INHERITS_FOCUS}
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

/** Shown in place of an open conversation that the agent may no longer see, with the drafts that they began in it. */
function MovedAway({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const go = useGo();
  const store = messaging.of(chat.id);
  return (
    <div className={classes.failed} role="alert">
      <EmptyState
        {...INHERITS_FOCUS}
        icon={<IconArrowsTransferUp stroke={1.3} />}
        title={t('thread.movedAway', { name: chat.contact.name })}
        description={t('thread.movedAwayHint')}
      >
        <KeptDraft store={store} kind="reply" />
        <KeptDraft store={store} kind="note" />
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
