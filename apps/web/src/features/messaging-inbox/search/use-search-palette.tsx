import { useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBookmark, IconClock, IconListSearch, IconNote, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ContactHit, ConversationHit, MessageHit, TeamHit } from '@parley/contracts/api/search';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { useNavigate } from 'react-router-dom';
import { Stroke } from '../../../conversation/keyboard/stroke';
import type { PaletteGroup, PaletteItem, PaletteSearch } from '../../../conversation/keyboard/palette';
import { focusSoon } from '../../../lib/focus-soon';
import { useChannelsById, useUsersById } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useGo } from '../address';
import { markInThread } from './mark-in-thread';
import { savedViewsQuery } from '../saved-views/saved-views-api';
import { MarkedText } from './marked-text';
import { wholeText, withPills } from './pills';
import { noteSearch, recentSearches } from './recent';
import { firstHitsQuery, isAskable } from './search-query';
import { SearchNotice } from './search-notice';
import { useOpenHit } from './use-open-hit';
import { useSuggestions } from './use-suggestions';
import { useWhen } from './use-when';

/** Delay in ms between the last key and the request. */
const TYPING_MS = 120;

/** Maximum number of saved views shown before the user types, below the recent searches. */
const MAX_VIEWS = 5;

interface Field {
  text: string;
  setText: (text: string) => void;
  close: () => void;
}

/** Moves the focus back to the search field, since the pressed button disappears. */
const focusField = () => focusSoon(() => document.querySelector<HTMLElement>('[role="dialog"] input'));

/** Finds contacts, conversations and messages in the command palette while the user types. */
export function useSearchPalette({ text, setText, close }: Field): PaletteSearch {
  const { t } = useTranslation();
  const go = useGo();
  const navigate = useNavigate();
  const openHit = useOpenHit();
  const when = useWhen();
  const channels = useChannelsById();
  const users = useUsersById();
  const { data: views = [] } = useQuery(savedViewsQuery);
  const [pills, setPills] = useState<string[]>([]);
  const [recent] = useState(recentSearches);
  const suggestions = useSuggestions(text);
  const whole = wholeText({ pills, text });
  const [asked] = useDebouncedValue(whole, TYPING_MS);
  const { data, isFetching } = useQuery({
    ...firstHitsQuery(asked),
    // The previous results are shown until those for the new text arrive.
    placeholderData: (before) => (isAskable(asked) ? before : undefined),
  });
  const found = isAskable(whole) ? data : undefined;

  const setWhole = (value: string) => {
    const next = withPills({ pills: [], text: value });
    setPills(next.pills);
    setText(next.text);
  };
  const showAll = () => {
    if (!isAskable(whole)) return;
    noteSearch(whole);
    close();
    go({ find: whole, chatId: null });
  };
  const choose = (onChoose: () => void) => () => {
    noteSearch(whole);
    onChoose();
  };

  const contact = (hit: ContactHit): PaletteItem => ({
    id: `contact ${hit.id}`,
    label: hit.name ?? hit.phone ?? hit.email ?? t('search.nameless'),
    description: hit.where ? (
      <MarkedText {...hit.where} />
    ) : (
      [hit.phone, hit.email].filter(Boolean).join(' · ')
    ),
    left: <PersonAvatar name={hit.name ?? '?'} size={28} />,
    onChoose: choose(() => (hit.chatId ? go({ chatId: hit.chatId }) : void navigate(`/contacts/${hit.id}`))),
  });
  const conversation = (hit: ConversationHit): PaletteItem => ({
    id: `chat ${hit.chatId}`,
    label: hit.contactName ?? t('search.nameless'),
    description: channels.get(hit.channelId)?.name,
    left: <PersonAvatar name={hit.contactName ?? '?'} size={28} />,
    right: hit.time && <span>{when(hit.time)}</span>,
    onChoose: choose(() => go({ chatId: hit.chatId })),
  });
  const message = (hit: MessageHit): PaletteItem => ({
    id: `message ${hit.id}`,
    label: <MarkedText {...hit.snippet} />,
    description: hit.contactName ?? t('search.nameless'),
    left: hit.kind === 'note' ? <IconNote size={18} aria-label={t('search.note')} /> : undefined,
    right: <span>{when(hit.time)}</span>,
    onChoose: choose(() => openHit(hit)),
  });

  const teamEntry = (hit: TeamHit): PaletteItem => ({
    id: `team ${hit.id}`,
    label: <MarkedText {...hit.snippet} />,
    description: users.get(hit.authorId)?.displayName,
    left: <IconUsersGroup size={18} aria-hidden />,
    right: <span>{when(hit.time)}</span>,
    onChoose: choose(() => {
      markInThread(hit.id, hit.found);
      void navigate(`/team-chat/${hit.chatId}?entry=${hit.id}`, { state: { jumpedAt: Date.now() } });
    }),
  });

  const isEmpty = whole === '';
  const groups: PaletteGroup[] = [
    {
      id: 'recent',
      label: t('search.recent'),
      items: (isEmpty ? recent : []).map((one) => ({
        id: `recent ${one}`,
        label: one,
        left: <IconClock size={16} aria-hidden />,
        stays: true,
        onChoose: () => setWhole(`${one} `),
      })),
    },
    {
      id: 'suggestions',
      label: t('search.suggestions'),
      items: suggestions.map(({ text: next, label, hint }) => ({
        id: `suggestion ${next}`,
        label,
        description: hint,
        stays: true,
        onChoose: () => {
          const after = withPills({ pills, text: next });
          setPills(after.pills);
          setText(after.text);
        },
      })),
    },
    {
      id: 'views',
      label: t('lists.views'),
      items: views
        .filter(({ name }) => name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()))
        .slice(0, isEmpty ? MAX_VIEWS : undefined)
        .map(({ id, name, query }) => ({
          id: `view ${id}`,
          label: name,
          left: <IconBookmark size={16} aria-hidden />,
          onChoose: () => void navigate(`/messaging-inbox?${query}`),
        })),
    },
    {
      id: 'contacts',
      label: t(found?.areContactsAlike ? 'search.alike' : 'search.contacts'),
      items: (found?.contacts ?? []).map(contact),
    },
    {
      id: 'conversations',
      label: t('search.conversations'),
      items: (found?.conversations ?? []).map(conversation),
    },
    { id: 'messages', label: t('search.messages'), items: (found?.messages ?? []).map(message) },
    { id: 'team', label: t('search.team'), items: (found?.team ?? []).map(teamEntry) },
    {
      id: 'all',
      items:
        (found?.messages.length ?? 0) > 0
          ? [
              {
                id: 'all',
                label: t('search.all'),
                left: <IconListSearch size={18} aria-hidden />,
                right: <Stroke stroke="⌘ Enter" />,
                onChoose: showAll,
              },
            ]
          : [],
    },
  ];
  return {
    groups,
    actionWords: pills.length > 0 || (suggestions.length > 0 && text.includes(':')) ? null : text,
    isSearching: isFetching,
    typed: (value) => {
      const next = withPills({ pills, text: value });
      setPills(next.pills);
      return next.text;
    },
    notice: (
      <SearchNotice
        pills={pills}
        text={text}
        response={asked === whole ? found : undefined}
        onRemove={(pill) => {
          setPills(pills.filter((one) => one !== pill));
          focusField();
        }}
        onMeant={(meant) => {
          setWhole(meant);
          focusField();
        }}
      />
    ),
    onKeyDown: (event) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
        // Prevents the list from also opening its selected option on this Enter.
        event.preventDefault();
        event.currentTarget
          .closest('[role="dialog"]')
          ?.querySelector('[data-selected]')
          ?.removeAttribute('data-selected');
        showAll();
      } else if (event.key === 'Backspace' && text === '' && pills.length > 0) {
        event.preventDefault();
        setPills(pills.slice(0, -1));
        setText(pills.at(-1) ?? '');
      }
    },
  };
}
