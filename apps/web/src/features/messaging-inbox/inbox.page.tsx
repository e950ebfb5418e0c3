import { Suspense, useDeferredValue, useEffect, useState, type ReactNode } from 'react';
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
import { useCell } from '../../lib/cell';
import { loadTexts } from '../../lib/i18n';
import { can, useMe } from '../../lib/me';
import { loadPart } from '../../lib/load-part';
import { usePreference } from '../../lib/preferences';
import { useTranslation } from '../../lib/translation';
import { useStable } from '../../lib/use-stable';
import { beside } from './asides';
import { ListAddress, nameOf, useAddress, useGo, useHere } from './address';
import { useChat } from './api/use-chat';
import classes from './inbox.module.css';
import { emailKeys } from '../../conversation/keyboard/email-keys';
import { bindings, openers } from '../../conversation/keyboard/inbox-bindings';
import { ListAndThread } from './list-and-thread';
import { ConversationList } from './list/conversation-list';
import { ListsColumn } from './list/lists-column';
import { useUnread } from './list/use-unread';
import type { Labelling } from './panel/contact-labels';
import { messaging } from './messaging';
import { LiveInbox } from './realtime';
import { beginning } from './starting/beginning';
import { useLayout } from './use-layout';
import { lazyPart } from '../../lib/lazy-part';

const ThreadPane = lazyPart(async () => ({ default: (await import('./thread/thread-pane')).ThreadPane }));
const OpenContact = lazyPart(() => import('./panel/open-contact'));
const ContactDrawer = lazyPart(() => import('./panel/contact-drawer'), { shape: 'card' });
const Beside = lazyPart(() => import('./beside'));
const JobNotices = lazyPart(() => import('./assign-all/job-notices'), {
  shape: 'none',
  texts: 'inbox-assign-all',
});
const BrokenChannels = lazyPart(() => import('./broken-channels/broken-channels'), {
  shape: 'none',
  texts: 'inbox-broken-channels',
});
const StartDialog = lazyPart(() => import('./starting/start-dialog'), {
  shape: 'card',
  texts: 'inbox-starting',
});
const Palette = lazyPart(() => import('./search/palette'), { shape: 'card', texts: 'inbox-search' });
const HitsColumn = lazyPart(() => import('./search/hits-column'), { texts: 'inbox-search' });

const MentionsColumn = lazyPart(() => import('./mentions/mentions-column'), { texts: 'inbox-mentions' });

const keyboard = { bindings, openers };
const emailKeyboard = { bindings: { ...bindings, ...emailKeys }, openers };

// Preloads the thread, which a click in the list opens, and then the menus that take typed letters.
void loadPart(() => import('./thread/thread-pane'))
  .then(() =>
    Promise.all([
      loadPart(() => import('./thread/assign-combobox')),
      loadPart(() => import('./marks/mark-picker')),
      loadPart(() => import('./search/palette')),
      loadTexts('inbox-search'),
      loadPart(() => import('../../conversation/composer/suggestion-list')),
    ]),
  )
  .catch(() => undefined);

const CountedColumn = lazyPart(() => import('./counted/counted-column'), { texts: 'inbox-counted' });

export function Component() {
  const mayMend = can(useMe().ability, 'update', 'channels');
  return (
    <LiveInbox>
      <Here>
        <div className={classes.frame}>
          {mayMend && (
            <Suspense>
              <BrokenChannels />
            </Suspense>
          )}
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
  const { inbox, chatId, find, mentions, counted } = useAddress();
  const name = nameOf(inbox);
  // When the user switches conversations, the thread renders first and the contact after it.
  const contactOf = useDeferredValue(chatId);
  const go = useGo();
  const { hasPanel, hasLists, isNarrow } = useLayout();
  const [isListsOpen, setListsOpen] = usePreference('isListsOpen');
  const [isPanelOpen, setPanelOpen] = usePreference('isPanelOpen');
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isLabelling, setLabelling] = useOfConversation(chatId ?? '', false);
  const hasJobs = can(useMe().ability, 'read', 'jobs');
  const begun = useCell(beginning);
  const isBeside = useCell(beside) !== null && chatId !== null;
  const [paletteCommands, setPaletteCommands] = useState<Command[] | null>(null);

  const { t } = useTranslation();
  const waiting = useUnread('new', null) + useUnread('personal', null);
  useDocumentTitle(`${waiting > 0 ? `(${waiting}) ` : ''}${t(name)} · Parley`);

  const togglePanel = useStable(() => (hasPanel ? setPanelOpen(!isPanelOpen) : setDrawerOpen(!isDrawerOpen)));
  const label = () => {
    if (!hasPanel) setDrawerOpen(true);
    else setPanelOpen(true);
    setLabelling(true);
  };
  useKeyboard(inbox ? emailKeyboard : keyboard);
  useEffect(() => releaseKeys(), [chatId]);
  useDrafts(messaging);
  useCommands({
    goNew: () => go({ list: 'new' }),
    goOpen: () => go({ list: 'open' }),
    goPersonal: () => go({ list: 'personal' }),
    goTeam: () => go({ list: 'team' }),
    goUnassigned: () => go({ list: 'unassigned' }),
    goSnoozed: () => go({ list: 'snoozed' }),
    goArchived: () => go({ list: 'archived' }),
    goFailed: () => go({ list: 'failed' }),
    goMentions: () => go({ mentions: 'open', find: undefined, counted: undefined, chatId: null }),
    newConversation: () => beginning.set({}),
    toggleLists: () => setListsOpen(!isListsOpen),
    togglePanel,
    label: chatId ? label : undefined,
    palette: () => setPaletteCommands(availableCommands()),
    back: chatId ? () => go({ chatId: null }) : undefined,
  });

  // The contact panel follows the thread a moment later, so its menu is open only if it shows the same conversation.
  const labelling = { isOpen: isLabelling && contactOf === chatId, onOpenChange: setLabelling };
  const closePalette = () => setPaletteCommands(null);
  const thread = chatId ? (
    <Suspense fallback={<ThreadOnItsWay />}>
      <ThreadPane chatId={chatId} onTogglePanel={togglePanel} />
    </Suspense>
  ) : (
    <NothingOpen />
  );
  const list = find ? (
    <Suspense>
      <HitsColumn find={find} />
    </Suspense>
  ) : mentions ? (
    <Suspense>
      <MentionsColumn shown={mentions} />
    </Suspense>
  ) : counted ? (
    <Suspense>
      <CountedColumn counted={counted} />
    </Suspense>
  ) : (
    <ConversationList />
  );
  return (
    <div className={classes.inbox}>
      {hasLists && isListsOpen ? <ListsColumn /> : <VisuallyHidden component="h1">{t(name)}</VisuallyHidden>}
      <ListAndThread list={list} thread={thread} shown={isNarrow ? (chatId ? 'thread' : 'list') : 'both'} />
      <FieldOnItsWay isOpen={isLabelling && contactOf !== chatId} onOpenChange={setLabelling} />
      {isBeside && (
        <Suspense>
          <Beside conversationId={chatId} />
        </Suspense>
      )}
      {hasPanel && isPanelOpen && !isBeside && chatId && contactOf && (
        <ContactAside chatId={contactOf} {...labelling} />
      )}
      {!hasPanel && chatId && isDrawerOpen && (
        <ContactDrawer
          chatId={chatId}
          onClose={() => setDrawerOpen(false)}
          {...labelling}
          fallback={<FieldOnItsWay {...labelling} />}
        />
      )}
      {hasJobs && (
        <Suspense>
          <JobNotices />
        </Suspense>
      )}
      {begun && (
        <StartDialog
          begun={begun}
          onClose={() => beginning.set(null)}
          fallback={<FieldOnItsWay isOpen onOpenChange={() => beginning.set(null)} />}
        />
      )}
      {paletteCommands && (
        <Palette
          bindings={bindings}
          commands={paletteCommands}
          onClose={closePalette}
          fallback={<FieldOnItsWay isOpen onOpenChange={closePalette} />}
        />
      )}
    </div>
  );
}

/** The contact beside the thread; renders nothing if the user may not see the conversation. */
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
