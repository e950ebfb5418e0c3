import { useEffect, useState, type ReactNode } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconArrowsDiagonal, IconMessageQuestion, IconX } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { useDrafts } from '../../conversation/composer/use-drafts';
import { HasNoKeys } from '../../conversation/keyboard/use-commands';
import type { ConversationAsideProps } from '../../lib/feature';
import { useTranslation } from '../../lib/translation';
import { useTeamChat } from './api';
import { AskForm } from './ask-form';
import { ChatList } from './chat-list';
import { ChatPane } from './chat-pane';
import { People } from './people';
import { chatBeside, PlaceBeside, useOwnPlace } from './place-beside';
import { StartDialog } from './start-dialog';
import { team } from './team';
import classes from './team-chat.module.css';

type View = { shows: 'list' } | { shows: 'ask' } | { shows: 'chat'; id: string };

/** Side panel with the user's team chats, beside a conversation. */
export function ChatsBeside(props: ConversationAsideProps) {
  return <Beside {...props} begins={{ shows: 'list' }} />;
}

/** Side panel of team chats that opens with the form for a question about the conversation. */
export function AskBeside(props: ConversationAsideProps) {
  return <Beside {...props} begins={{ shows: 'ask' }} />;
}

function Beside({ conversationId, onClose, begins }: ConversationAsideProps & { begins: View }) {
  const { t } = useTranslation();
  const [view, setView] = useState(begins);
  const [isArchived, setArchived] = useState(false);
  const [isStarting, setStarting] = useState(false);
  useDrafts(team);
  const toList = () => setView({ shows: 'list' });
  const open = (id: string) => setView({ shows: 'chat', id });
  const close = (
    <Tool label={t('common.close')} onClick={onClose}>
      <IconX size={18} />
    </Tool>
  );
  return (
    <HasNoKeys value>
      <div
        className={classes.beside}
        onKeyDown={(event) => {
          // Fields and menus handle Escape themselves.
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          if (event.target instanceof HTMLElement && event.target.closest('input, textarea')) return;
          event.stopPropagation();
          onClose();
        }}
      >
        {view.shows === 'chat' && <OpenBeside key={view.id} id={view.id} onBack={toList} close={close} />}
        {view.shows === 'ask' && (
          <>
            <div className={classes.head}>
              <Tool label={t('teamChat.back')} onClick={toList}>
                <IconArrowLeft size={18} />
              </Tool>
              <h2 className={classes.name}>{t('teamChat.ask.title')}</h2>
              {close}
            </div>
            <AskForm conversationId={conversationId} onAsked={open} />
          </>
        )}
        {view.shows === 'list' && (
          <ChatList
            isArchived={isArchived}
            onShow={setArchived}
            onNew={() => setStarting(true)}
            onOpen={open}
            tools={
              <>
                <Tool label={t('teamChat.ask.title')} onClick={() => setView({ shows: 'ask' })}>
                  <IconMessageQuestion size={18} />
                </Tool>
                {close}
              </>
            }
          />
        )}
      </div>
      {isStarting && (
        <StartDialog
          onClose={() => setStarting(false)}
          onStarted={(id) => {
            setStarting(false);
            open(id);
          }}
        />
      )}
    </HasNoKeys>
  );
}

function OpenBeside({ id, onBack, close }: { id: string; onBack: () => void; close: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const place = useOwnPlace();
  const [isPeopleOpen, setPeopleOpen] = useState(false);
  const { chat } = useTeamChat(id);
  useEffect(() => {
    chatBeside.set(id);
    return () => chatBeside.set(null);
  }, [id]);
  if (isPeopleOpen && chat) return <People chat={chat} onClose={() => setPeopleOpen(false)} />;
  return (
    <PlaceBeside value={place}>
      <ChatPane
        chatId={id}
        isPeopleOpen={isPeopleOpen}
        onTogglePeople={() => setPeopleOpen(!isPeopleOpen)}
        onBack={onBack}
        tools={
          <>
            <Tool label={t('teamChat.openWhole')} onClick={() => void navigate(`/team-chat/${id}`)}>
              <IconArrowsDiagonal size={18} />
            </Tool>
            {close}
          </>
        }
      />
    </PlaceBeside>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon data-tip={label} variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
