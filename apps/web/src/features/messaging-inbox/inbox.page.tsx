import { lazy, Suspense, useState } from 'react';
import { Drawer, EmptyState, Splitter } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePreference } from '../../lib/preferences';
import { useAddress, useGo } from './address';
import { chatQuery } from './api/queries';
import { ConnectionBar } from './connection-bar';
import classes from './inbox.module.css';
import { useCommands, useKeyboard } from './keyboard/use-commands';
import { ConversationList } from './list/conversation-list';
import { ListsColumn } from './list/lists-column';
import { ContactPanel } from './panel/contact-panel';
import { LiveInbox } from './realtime';
import { ThreadPane } from './thread/thread-pane';
import { useLayout } from './use-layout';

const HelpDialog = lazy(() => import('./keyboard/help-dialog'));

export function Component() {
  return (
    <LiveInbox>
      <ConnectionBar />
      <Inbox />
    </LiveInbox>
  );
}

function Inbox() {
  const { chatId } = useAddress();
  const go = useGo();
  const { hasPanel, hasLists, isNarrow } = useLayout();
  const [isListsOpen, setListsOpen] = usePreference('isListsOpen');
  const [isPanelOpen, setPanelOpen] = usePreference('isPanelOpen');
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);

  const togglePanel = () => (hasPanel ? setPanelOpen(!isPanelOpen) : setDrawerOpen(!isDrawerOpen));
  useKeyboard();
  useCommands({
    goNew: () => go({ list: 'new' }),
    goOpen: () => go({ list: 'open' }),
    goPersonal: () => go({ list: 'personal' }),
    goTeam: () => go({ list: 'team' }),
    goUnassigned: () => go({ list: 'unassigned' }),
    goArchived: () => go({ list: 'archived' }),
    toggleLists: () => setListsOpen(!isListsOpen),
    togglePanel,
    help: () => setHelpOpen(true),
    back: () => chatId && go({ chatId: null }),
  });

  const thread = chatId ? (
    <ThreadPane key={chatId} chatId={chatId} onTogglePanel={togglePanel} />
  ) : (
    <NothingOpen />
  );
  return (
    <div className={classes.inbox}>
      {hasLists && isListsOpen && <ListsColumn onHelp={() => setHelpOpen(true)} />}
      {isNarrow ? (
        <div className={classes.single}>{chatId ? thread : <ConversationList />}</div>
      ) : (
        <ListAndThread thread={thread} />
      )}
      {hasPanel && isPanelOpen && chatId && (
        <aside className={classes.panel}>
          <OpenContact chatId={chatId} />
        </aside>
      )}
      {!hasPanel && chatId && (
        <PanelDrawer chatId={chatId} isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
      )}
      {isHelpOpen && (
        <Suspense>
          <HelpDialog onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function ListAndThread({ thread }: { thread: React.ReactNode }) {
  const [listWidth, setListWidth] = usePreference('listWidth');
  return (
    <Splitter
      className={classes.split}
      classNames={{ pane: classes.pane, handle: classes.handle }}
      withHandle={false}
      lineSize={1}
      step="16px"
      onResizeEnd={(_, [size]) => typeof size === 'string' && setListWidth(Number.parseInt(size, 10))}
    >
      <Splitter.Pane defaultSize={`${listWidth}px`} min="280px" max="480px">
        <ConversationList />
      </Splitter.Pane>
      <Splitter.Pane defaultSize={100} min="320px">
        {thread}
      </Splitter.Pane>
    </Splitter>
  );
}

function OpenContact({ chatId }: { chatId: string }) {
  const { data } = useQuery(chatQuery(chatId));
  return data ? <ContactPanel chat={data.chat} /> : null;
}

function PanelDrawer({ chatId, isOpen, onClose }: { chatId: string; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={340}
      title={t('panel.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <OpenContact chatId={chatId} />
    </Drawer>
  );
}

function NothingOpen() {
  const { t } = useTranslation();
  return (
    <div className={classes.nothing}>
      <EmptyState
        icon={<IconMessages stroke={1.2} />}
        title={t('thread.nothingOpen')}
        description={t('thread.nothingOpenHint')}
      />
    </div>
  );
}
