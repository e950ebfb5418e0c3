import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { ActionIcon, Button, EmptyState } from '@mantine/core';
import { IconArrowLeft, IconPlugConnectedX, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router-dom';
import type { TeamChat } from '@parley/contracts/api/team-chats';
import { Composer } from '../../conversation/composer/composer';
import { KeptDraft } from '../../conversation/composer/kept-draft';
import { OpenConversationContext } from '../../conversation/conversation';
import { EntriesSkeleton, LoadedThread } from '../../conversation/thread/loaded-thread';
import { ViewerHost } from '../../conversation/viewer/viewer-host';
import { useCell } from '../../lib/cell';
import { useUsersById } from '../../lib/directory';
import { INHERITS_FOCUS } from '../../lib/inherits-focus';
import { errorText } from '../../lib/i18n';
import { useKeyed } from '../../lib/keyed-store';
import { useMe } from '../../lib/me';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import { presentIn, useNameOf, useTeamChat } from './api';
import { useSayTyping } from './live';
import { OpenChat } from './open-chat';
import { OutsiderNotice } from './outsiders';
import { reader, team } from './team';
import { teamKind } from './team-kind';
import classes from './team-chat.module.css';
import { typing, TypingSignal } from './typing';

interface ChatPaneProps {
  chatId: string;
  isPeopleOpen: boolean;
  onTogglePeople: () => void;
  /** Called by the back button. Missing: the button is a link to the list. */
  onBack?: () => void;
  /** Controls shown at the end of the header. */
  tools?: ReactNode;
}

/** One chat: header, thread, notice of typing colleagues, and composer. */
export function ChatPane({ chatId, ...people }: ChatPaneProps) {
  const { chat, error, retry } = useTeamChat(chatId);
  const isReady = useCell(reader) !== null;
  if (chat && isReady) return <OpenPane chat={chat} {...people} />;
  if (error) return <Failed chatId={chatId} error={error} onRetry={() => void retry()} />;
  return (
    <div className={classes.pane}>
      <div className={classes.head} />
      <EntriesSkeleton />
    </div>
  );
}

function OpenPane({
  chat,
  isPeopleOpen,
  onTogglePeople,
  onBack,
  tools,
}: { chat: TeamChat } & Omit<ChatPaneProps, 'chatId'>) {
  const { t } = useTranslation();
  const name = useNameOf()(chat);
  const store = team.of(chat.id);
  const { id, unreadMessages: unread, lastMessage } = chat;
  const lastEntryId = lastMessage?.id ?? null;
  const open = useMemo(
    () => ({ kind: teamKind, store, conversation: { id, name, unread, lastEntryId } }),
    [store, id, name, unread, lastEntryId],
  );
  const press = useTypes(chat);
  return (
    <OpenChat value={chat}>
      <OpenConversationContext value={open}>
        <section
          className={classes.pane}
          aria-label={t('teamChat.with', { name })}
          onKeyDown={({ target, keyCode }) => target instanceof HTMLTextAreaElement && press(keyCode)}
        >
          <header className={classes.head}>
            {onBack ? (
              <ActionIcon variant="subtle" color="gray" aria-label={t('teamChat.back')} onClick={onBack}>
                <IconArrowLeft size={18} />
              </ActionIcon>
            ) : (
              <ActionIcon
                className={classes.back}
                component={Link}
                to="/team-chat"
                variant="subtle"
                color="gray"
                aria-label={t('teamChat.back')}
              >
                <IconArrowLeft size={18} />
              </ActionIcon>
            )}
            <h2 className={classes.name}>{name}</h2>
            <Button
              variant={isPeopleOpen ? 'light' : 'subtle'}
              color="gray"
              size="compact-md"
              leftSection={<IconUsers size={16} />}
              aria-expanded={isPeopleOpen}
              aria-label={t('teamChat.peopleCount', { count: presentIn(chat).length })}
              onClick={onTogglePeople}
            >
              {presentIn(chat).length}
            </Button>
            {tools}
          </header>
          <LoadedThread failed={(error, retry) => <Failed chatId={id} error={error} onRetry={retry} />} />
          <Typists chatId={id} />
          <OutsiderNotice chat={chat} />
          <Composer />
          <ViewerHost />
        </section>
      </OpenConversationContext>
    </OpenChat>
  );
}

/**
 * Reports the user's typing in a chat to its participants; sending a message ends it.
 * @returns a function to call on each key
 */
function useTypes({ id, isArchived }: TeamChat): (keyCode: number) => void {
  const { user } = useMe();
  const say = useSayTyping();
  const signal = useRef<TypingSignal | null>(null);
  useEffect(() => {
    if (isArchived) return;
    const typed = new TypingSignal(id, user, say);
    signal.current = typed;
    const { messages } = team.of(id).outbox;
    let waiting = messages.get().length;
    const unsubscribe = messages.subscribe(() => {
      const before = waiting;
      waiting = messages.get().length;
      if (waiting > before) typed.stop();
    });
    return () => {
      unsubscribe();
      typed.stop();
      signal.current = null;
    };
  }, [id, isArchived, user, say]);
  return (keyCode) => signal.current?.press(keyCode);
}

function Typists({ chatId }: { chatId: string }) {
  const { t } = useTranslation();
  const users = useUsersById();
  const typists = useKeyed(typing, chatId).map((id) => users.get(id)?.displayName.split(' ')[0] ?? '');
  const [first, second] = typists;
  const words =
    first === undefined
      ? ''
      : second === undefined
        ? t('teamChat.typing.one', { name: first })
        : typists.length === 2
          ? t('teamChat.typing.two', { one: first, other: second })
          : t('teamChat.typing.more', { count: typists.length });
  return (
    <div className={classes.typing} role="status">
      {words}
    </div>
  );
}

interface FailedProps {
  chatId: string;
  error: Error;
  onRetry: () => void;
}

function Failed({ chatId, error, onRetry }: FailedProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const code = codeOf(error);
  const isGone = code === 'not_found';
  return (
    <div className={classes.failed} role="alert">
      <EmptyState
        {...INHERITS_FOCUS}
        icon={<IconPlugConnectedX stroke={1.3} />}
        title={t(isGone ? 'teamChat.notFound' : 'teamChat.failedToLoad')}
        description={errorText(code)}
      >
        {isGone && <KeptDraft store={team.of(chatId)} kind="reply" />}
        <EmptyState.Actions>
          <Button
            variant="default"
            size="compact-md"
            onClick={isGone ? () => void navigate('/team-chat') : onRetry}
          >
            {t(isGone ? 'teamChat.back' : 'common.retry')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </div>
  );
}
