import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { EmptyState, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconMessages } from '@tabler/icons-react';
import { useDrafts } from '../../conversation/composer/use-drafts';
import type { Command } from '../../conversation/keyboard/commands';
import {
  availableCommands,
  FieldOnItsWay,
  releaseKeys,
  useAwaitKeys,
  useCommands,
  useKeyboard,
} from '../../conversation/keyboard/use-commands';
import { useOfConversation } from '../../conversation/use-of-conversation';
import { loadTexts } from '../../lib/i18n';
import { can, useMe } from '../../lib/me';
import { loadPart } from '../../lib/load-part';
import { usePreference } from '../../lib/preferences';
import { useTranslation } from '../../lib/translation';
import { useStable } from '../../lib/use-stable';
import { ListAddress, useAddress, useGo, useHere } from './address';
import { useChat } from './api/use-chat';
import { ConnectionBar } from './connection-bar';
import classes from './inbox.module.css';
import { bindings, openers } from './keyboard/bindings';
import { ListAndThread } from './list-and-thread';
import { ConversationList } from './list/conversation-list';
import { ListsColumn } from './list/lists-column';
import { useUnread } from './list/use-unread';
import type { Labelling } from './panel/contact-labels';
import { messaging } from './messaging';
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
const Palette = lazy(() => import('../../conversation/keyboard/palette'));

const keyboard = { bindings, openers };

// Where a list leads to comes while it is looked at, and then the menus that take letters.
void loadThread()
  .then(() =>
    Promise.all([
      import('./thread/assign-combobox'),
      import('./marks/mark-picker'),
      import('../../conversation/keyboard/palette'),
      import('../../conversation/composer/suggestion-list'),
    ]),
  )
  .catch(() => undefined);

export function Component() {
  return (
    <LiveInbox>
      <Here>
        <div className={classes.frame}>
          <ConnectionBar />
          <Inbox />
        </div>
      </Here>
    </LiveInbox>
  );
}

function Here({ children }: { children: ReactNode }) {
  return <ListAddress value={useHere()}>{children}</ListAddress>;
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
  const [isLabelling, setLabelling] = useOfConversation(chatId ?? '', false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const hasJobs = can(useMe().ability, 'read', 'jobs');
  const [paletteCommands, setPaletteCommands] = useState<Command[] | null>(null);

  const { t } = useTranslation();
  const waiting = useUnread('new', null) + useUnread('personal', null);
  useDocumentTitle(`${waiting > 0 ? `(${waiting}) ` : ''}${t('nav.inbox')} · Parley`);

  const showHelp = useCallback(() => setHelpOpen(true), []);
  const togglePanel = useStable(() => (hasPanel ? setPanelOpen(!isPanelOpen) : setDrawerOpen(!isDrawerOpen)));
  const label = () => {
    if (!hasPanel) setDrawerOpen(true);
    else setPanelOpen(true);
    setLabelling(true);
  };
  useKeyboard(keyboard);
  useEffect(() => releaseKeys(), [chatId]);
  useDrafts(messaging);
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
    help: showHelp,
    back: chatId ? () => go({ chatId: null }) : undefined,
  });

  // The contact beside the thread comes a moment after it.
  const labelling = { isOpen: isLabelling && contactOf === chatId, onOpenChange: setLabelling };
  const closePalette = () => setPaletteCommands(null);
  const thread = chatId ? (
    <Suspense fallback={<ThreadOnItsWay />}>
      <ThreadPane chatId={chatId} onTogglePanel={togglePanel} />
    </Suspense>
  ) : (
    <NothingOpen />
  );
  return (
    <div className={classes.inbox}>
      {hasLists && isListsOpen ? (
        <ListsColumn onHelp={showHelp} />
      ) : (
        <VisuallyHidden component="h1">{t('nav.inbox')}</VisuallyHidden>
      )}
      {isNarrow ? (
        <div className={classes.single}>{chatId ? thread : <ConversationList />}</div>
      ) : (
        <ListAndThread list={<ConversationList />} thread={thread} />
      )}
      <FieldOnItsWay isOpen={isLabelling && contactOf !== chatId} onOpenChange={setLabelling} />
      {hasPanel && isPanelOpen && chatId && contactOf && <ContactAside chatId={contactOf} {...labelling} />}
      {!hasPanel && chatId && isDrawerOpen && (
        <Suspense fallback={<FieldOnItsWay {...labelling} />}>
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
        <Suspense fallback={<FieldOnItsWay isOpen onOpenChange={closePalette} />}>
          <Palette bindings={bindings} commands={paletteCommands} onClose={closePalette} />
        </Suspense>
      )}
    </div>
  );
}

/** Of a conversation that one may not see there is nobody to show either. */
function ContactAside({ chatId, ...labelling }: { chatId: string } & Labelling) {
  const { t } = useTranslation();
  if (useChat(chatId).error) return null;
  return (
    <aside className={classes.panel} aria-label={t('panel.title')}>
      <Suspense fallback={<FieldOnItsWay {...labelling} />}>
        <OpenContact chatId={chatId} {...labelling} />
      </Suspense>
    </aside>
  );
}

function ThreadOnItsWay() {
  useAwaitKeys(true);
  return null;
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
