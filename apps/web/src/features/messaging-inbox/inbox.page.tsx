import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { EmptyState, Splitter, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../lib/i18n';
import { can, useMe } from '../../lib/me';
import { loadPart } from '../../lib/load-part';
import { usePreference } from '../../lib/preferences';
import { useAddress, useGo } from './address';
import { ConnectionBar } from './connection-bar';
import { useDrafts } from './composer/use-drafts';
import classes from './inbox.module.css';
import type { Command } from './keyboard/bindings';
import { availableCommands, releaseKeys, useCommands, useKeyboard } from './keyboard/use-commands';
import { ConversationList } from './list/conversation-list';
import { ListsColumn } from './list/lists-column';
import { useUnread } from './list/use-unread';
import { LiveInbox } from './realtime';
import { useLayout } from './use-layout';

const ThreadPane = lazy(() => loadPart(loadThread));
const OpenContact = lazy(() => loadPart(() => import('./panel/open-contact')));
const ContactDrawer = lazy(() => import('./panel/contact-drawer'));
const HelpDialog = lazy(() => import('./keyboard/help-dialog'));
const JobNotices = lazy(async () => {
  const [notices] = await Promise.all([
    loadPart(() => import('./assign-all/job-notices')),
    loadTexts('inbox-assign-all'),
  ]);
  return notices;
});
const Palette = lazy(() => import('./keyboard/palette'));

// Where a list leads to comes while it is looked at.
void loadThread().catch(() => undefined);

export function Component() {
  return (
    <LiveInbox>
      <div className={classes.frame}>
        <ConnectionBar />
        <Inbox />
      </div>
    </LiveInbox>
  );
}

function Inbox() {
  const { chatId } = useAddress();
  // Whoever goes to the next conversation sees first what was said, then who it is.
  const contactOf = useDeferredValue(chatId);
  const go = useGo();
  const { hasPanel, hasLists, isNarrow } = useLayout();
  const [isListsOpen, setListsOpen] = usePreference('isListsOpen');
  const [isPanelOpen, setPanelOpen] = usePreference('isPanelOpen');
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isLabelling, setLabelling] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const hasJobs = can(useMe().ability, 'read', 'assignmentJobs');
  const [paletteCommands, setPaletteCommands] = useState<Command[] | null>(null);

  const { t } = useTranslation();
  const waiting = useUnread('new', null) + useUnread('personal', null);
  useDocumentTitle(`${waiting > 0 ? `(${waiting}) ` : ''}${t('nav.inbox')} · Parley`);

  const togglePanel = () => (hasPanel ? setPanelOpen(!isPanelOpen) : setDrawerOpen(!isDrawerOpen));
  const label = () => {
    if (!hasPanel) setDrawerOpen(true);
    else setPanelOpen(true);
    setLabelling(true);
  };
  useKeyboard();
  useEffect(() => releaseKeys(), [chatId]);
  useDrafts();
  useCommands({
    goNew: () => go({ list: 'new' }),
    goOpen: () => go({ list: 'open' }),
    goPersonal: () => go({ list: 'personal' }),
    goTeam: () => go({ list: 'team' }),
    goUnassigned: () => go({ list: 'unassigned' }),
    goArchived: () => go({ list: 'archived' }),
    goFailed: () => go({ list: 'failed' }),
    toggleLists: () => setListsOpen(!isListsOpen),
    togglePanel,
    label: chatId ? label : undefined,
    palette: () => setPaletteCommands(availableCommands()),
    help: () => setHelpOpen(true),
    back: chatId ? () => go({ chatId: null }) : undefined,
  });

  const labelling = { isOpen: isLabelling, onOpenChange: setLabelling };
  const thread = chatId ? (
    <Suspense>
      <ThreadPane key={chatId} chatId={chatId} onTogglePanel={togglePanel} />
    </Suspense>
  ) : (
    <NothingOpen />
  );
  return (
    <div className={classes.inbox}>
      {hasLists && isListsOpen ? (
        <ListsColumn onHelp={() => setHelpOpen(true)} />
      ) : (
        <VisuallyHidden component="h1">{t('nav.inbox')}</VisuallyHidden>
      )}
      {isNarrow ? (
        <div className={classes.single}>{chatId ? thread : <ConversationList />}</div>
      ) : (
        <ListAndThread thread={thread} />
      )}
      {hasPanel && isPanelOpen && chatId && contactOf && (
        <aside className={classes.panel} aria-label={t('panel.title')}>
          <Suspense>
            <OpenContact chatId={contactOf} {...labelling} />
          </Suspense>
        </aside>
      )}
      {!hasPanel && chatId && isDrawerOpen && (
        <Suspense>
          <ContactDrawer chatId={chatId} onClose={() => setDrawerOpen(false)} {...labelling} />
        </Suspense>
      )}
      {hasJobs && (
        <Suspense>
          <JobNotices />
        </Suspense>
      )}
      {isHelpOpen && (
        <Suspense>
          <HelpDialog onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
      {paletteCommands && (
        <Suspense>
          <Palette commands={paletteCommands} onClose={() => setPaletteCommands(null)} />
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

async function loadThread() {
  const { ThreadPane } = await import('./thread/thread-pane');
  return { default: ThreadPane };
}
