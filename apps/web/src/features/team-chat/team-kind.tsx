import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { UserResponse } from '@parley/contracts/api/access';
import { MAX_TEAM_FILE_SIZE } from '@parley/contracts/api/team-chats';
import type { ConversationKind, Obstacle, Offers, Place, Reading } from '../../conversation/conversation';
import type { Suggestions } from '../../conversation/composer/suggestions';
import { useUsersById } from '../../lib/directory';
import { useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { useStable } from '../../lib/use-stable';
import { markChat, ownOf, presentIn } from './api';
import { EntryTools } from './entry-tools';
import { useFollow } from './live';
import { useOpenChat } from './open-chat';
import { useOutsiders } from './outsiders';
import { usePlaceBeside } from './place-beside';
import { team } from './team';
import { EntryTick } from './entry-tick';
import { useArchivedWords } from './archived-words';
import { TeamText } from './team-text';

const kinds = ['reply'] as const;
const MAX_OUTSIDERS = 5;

/** The kind "chat of colleagues": has no channel and no notes; participants can be mentioned. */
export const teamKind: ConversationKind = {
  conversations: team,
  useFollow,
  EntryTools,
  Tick: EntryTick,
  Text: TeamText,
  isReadWithFocus: true,

  useOffers(): Offers {
    const { t } = useTranslation();
    const mentions = useMemo(
      (): Suggestions => ({ trigger: '@', label: t('teamChat.people'), useFound: useMentionable }),
      [t],
    );
    return { kinds, fileLimit: () => MAX_TEAM_FILE_SIZE, suggestions: [mentions] };
  },

  useMayQuote: () => !useOpenChat().isArchived,

  useObstacle(): Obstacle | null {
    const chat = useOpenChat();
    const words = useArchivedWords(chat);
    if (!chat.isArchived) return null;
    return { state: 'archived', reason: words, remedy: () => null };
  },

  usePlace(): Place {
    const beside = usePlaceBeside();
    const navigate = useNavigate();
    const location = useLocation();
    const { pathname, search } = location;
    const state = location.state as { jumpedAt?: number } | null;
    const entryId = new URLSearchParams(search).get('entry');
    if (beside) return beside;
    return {
      entryId,
      askedAt: state?.jumpedAt ?? null,
      goTo: (entry) =>
        void navigate(`${pathname}?entry=${entry}`, { replace: true, state: { jumpedAt: Date.now() } }),
      forget: () => void navigate(pathname, { replace: true }),
    };
  },

  useReading(): Reading {
    const chat = useOpenChat();
    const { id: userId } = useMe().user;
    const read = useStable((seenUpTo: string, onFailure?: () => void) => {
      const own = ownOf(chat, userId);
      if (!own || chat.isArchived) return;
      markChat(chat.id, own.id, 'read', seenUpTo || undefined).catch(() => onFailure?.());
    });
    return { read };
  },
};

/** Active users whose names begin with the search text: participants first, then others who could be added. */
function useMentionable(search: string) {
  const { t } = useTranslation();
  const chat = useOpenChat();
  const outsiders = useOutsiders(chat);
  const users = useUsersById();
  const { id: userId } = useMe().user;
  const isFound = ({ id, active, displayName }: UserResponse) => {
    const words = displayName.toLowerCase().split(' ');
    return id !== userId && active && words.some((word) => word.startsWith(search.toLowerCase()));
  };
  const suggested = ({ id, displayName }: UserResponse) => ({
    ...{ id, title: null as string | null, text: displayName, inserts: `@${displayName} ` },
  });
  const present = presentIn(chat).flatMap((participant) => users.get(participant.userId) ?? []);
  const others = outsiders.filter(isFound).slice(0, MAX_OUTSIDERS);
  return {
    suggestions: [
      ...present.filter(isFound).map(suggested),
      ...others.map((user) => ({
        ...suggested(user),
        title: user.displayName,
        text: t('teamChat.notInChat'),
      })),
    ],
  };
}
