import { useEffect, useState } from 'react';
import { EmptyState } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconUsersGroup } from '@tabler/icons-react';
import { useNavigate, useParams } from 'react-router-dom';
import type { Command } from '../../conversation/keyboard/commands';
import { releaseKeys, useCommands, useKeyboard } from '../../conversation/keyboard/use-commands';
import { useDrafts } from '../../conversation/composer/use-drafts';
import { useOfConversation } from '../../conversation/use-of-conversation';
import { useTranslation } from '../../lib/translation';
import { useTeamChat } from './api';
import { ChatList } from './chat-list';
import { ChatPane } from './chat-pane';
import { People } from './people';
import { StartDialog } from './start-dialog';
import { team } from './team';
import classes from './team-chat.module.css';
import { useUnread } from './unread';

const bindings = { newConversation: ['n'], reply: ['r'], markRead: ['u'] } as const;
const openers: readonly Command[] = ['newConversation', 'reply'];
const keyboard = { bindings, openers };

/** Page of the team chats: the list, the open chat, and its participants. */
export function Component() {
  const { t } = useTranslation();
  const { chatId } = useParams();
  const navigate = useNavigate();
  const [isArchived, setArchived] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const [isPeopleOpen, setPeopleOpen] = useOfConversation(chatId ?? '', false);
  const waiting = useUnread();
  useDocumentTitle(`${waiting > 0 ? `(${waiting}) ` : ''}${t('teamChat.title')} · Parley`);
  useDrafts(team);
  useKeyboard(keyboard);
  useEffect(() => releaseKeys(), [chatId]);
  useCommands({ newConversation: () => setStarting(true) });
  return (
    <div className={classes.page} data-open={chatId !== undefined || undefined}>
      <ChatList isArchived={isArchived} onShow={setArchived} onNew={() => setStarting(true)} />
      {chatId === undefined ? (
        <div className={classes.failed}>
          <EmptyState
            icon={<IconUsersGroup stroke={1.2} />}
            title={t('teamChat.nothingOpen')}
            description={t('teamChat.nothingOpenText')}
          />
        </div>
      ) : (
        <ChatPane
          key={chatId}
          chatId={chatId}
          isPeopleOpen={isPeopleOpen}
          onTogglePeople={() => setPeopleOpen(!isPeopleOpen)}
        />
      )}
      {chatId !== undefined && isPeopleOpen && (
        <OpenPeople chatId={chatId} onClose={() => setPeopleOpen(false)} />
      )}
      {isStarting && (
        <StartDialog
          onClose={() => setStarting(false)}
          onStarted={(id) => {
            setStarting(false);
            setArchived(false);
            void navigate(`/team-chat/${id}`);
          }}
        />
      )}
    </div>
  );
}

function OpenPeople({ chatId, onClose }: { chatId: string; onClose: () => void }) {
  const { chat } = useTeamChat(chatId);
  return chat ? <People chat={chat} onClose={onClose} /> : null;
}
