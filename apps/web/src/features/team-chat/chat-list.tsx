import { Button, EmptyState, SegmentedControl } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import type { TeamChat } from '@parley/contracts/api/team-chats';
import { Loadable } from '@parley/ui/loadable';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { useUsersById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { useKeyed } from '../../lib/keyed-store';
import { useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { archivedQuery, chatsQuery, presentIn, timeOf, useNameOf } from './api';
import { previewWords } from './conversation-links';
import classes from './team-chat.module.css';
import { typing } from './typing';

interface ChatListProps {
  isArchived: boolean;
  onShow: (isArchived: boolean) => void;
  onNew: () => void;
  /** Opens a chat within the panel. Missing: each row is a link to the chat's page. */
  onOpen?: (id: string) => void;
  /** Controls shown beside the button for a new chat. */
  tools?: ReactNode;
}

/** List of the user's chats by newest entry, or of the archived ones. */
export function ChatList({ isArchived, onShow, onNew, onOpen, tools }: ChatListProps) {
  const { t } = useTranslation();
  const active = useQuery(chatsQuery);
  const archived = useQuery({ ...archivedQuery, enabled: isArchived });
  const query = isArchived ? archived : active;
  return (
    <div className={classes.list}>
      <div className={classes.listHead}>
        {onOpen ? <h2>{t('teamChat.title')}</h2> : <h1>{t('teamChat.title')}</h1>}
        <Button size="compact-md" leftSection={<IconPlus size={16} />} onClick={onNew}>
          {t('teamChat.new')}
        </Button>
        {tools}
      </div>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('teamChat.title')}
        value={isArchived ? 'archived' : 'chats'}
        onChange={(value) => onShow(value === 'archived')}
        data={[
          { value: 'chats', label: t('teamChat.chats') },
          { value: 'archived', label: t('teamChat.archived') },
        ]}
      />
      <Loadable query={query} skeleton={{ rows: 4, height: 56 }} failed={t('teamChat.failedToLoad')}>
        {({ data }) =>
          data.length > 0 ? (
            <ul className={classes.rows}>
              {data.map((chat) => (
                <ChatRow key={chat.id} chat={chat} onOpen={onOpen} />
              ))}
            </ul>
          ) : (
            <EmptyState
              className={classes.empty}
              icon={<IconUsersGroup stroke={1.2} />}
              title={t(isArchived ? 'teamChat.noneArchived' : 'teamChat.none')}
              description={isArchived ? undefined : t('teamChat.noneText')}
            />
          )
        }
      </Loadable>
    </div>
  );
}

function ChatRow({ chat, onOpen }: { chat: TeamChat; onOpen?: (id: string) => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const users = useUsersById();
  const { id: userId } = useMe().user;
  const name = useNameOf()(chat);
  const typists = useKeyed(typing, chat.id);
  const others = presentIn(chat).filter((one) => one.userId !== userId);
  const { lastMessage, unreadMessages: unread } = chat;
  const author = lastMessage && lastMessage.userId === userId ? `${t('thread.you')}: ` : '';
  const said = previewWords(lastMessage?.preview ?? '', t('teamChat.card.short'));
  const preview = lastMessage?.isDeleted ? t('thread.deleted') : `${author}${said}`;
  const isNamed = unread > 0 && lastMessage?.mentions.includes(userId);
  return (
    <li>
      <NavLink
        to={`/team-chat/${chat.id}`}
        className={classes.row}
        data-unread={unread > 0 || undefined}
        onClick={(event) => {
          // With a modifier key, the browser opens the link in a new tab or window instead.
          if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(chat.id);
        }}
      >
        <span className={classes.faces}>
          {others.slice(0, 2).map((one) => (
            <PersonAvatar
              key={one.id}
              name={users.get(one.userId)?.displayName ?? ''}
              size={others.length > 1 ? 26 : 36}
            />
          ))}
        </span>
        <span className={classes.rowText}>
          <span className={classes.rowName}>{name}</span>
          <span className={classes.preview}>{typists.length > 0 ? t('teamChat.typingShort') : preview}</span>
        </span>
        <span className={classes.rowSide}>
          <time dateTime={timeOf(chat)} title={formats.full(timeOf(chat))}>
            {formats.time(timeOf(chat))}
          </time>
          {unread > 0 && (
            <span className={classes.count} aria-label={t('teamChat.unread', { count: unread })}>
              {isNamed && '@ '}
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </span>
      </NavLink>
    </li>
  );
}
