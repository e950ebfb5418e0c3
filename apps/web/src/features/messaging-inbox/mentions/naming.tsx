import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import type { Named, Naming } from '../../../conversation/conversation';
import { teamsQuery, usersQuery } from '../../../lib/directory';
import { useMe } from '../../../lib/me';
import { useOpenChat } from '../open-chat';
import { mentionableQuery } from './mentions-api';
import { namedIn, type Nameable } from './names';
import { lazyPart } from '../../../lib/lazy-part';

interface Choice extends Nameable {
  kind: 'user' | 'team';
  sees: boolean;
  /** For a team: the number of its members who can see the conversation. */
  count: number;
}

/** Suggests and marks mentions of colleagues and teams in the notes of the open conversation. */
export const naming: Naming = {
  suggestions: {
    trigger: '@',
    get label() {
      return i18next.t('note.mention');
    },
    useFound(search) {
      const choices = useChoices();
      if (!choices) return undefined;
      const begins = ({ name }: Choice) =>
        name
          .toLowerCase()
          .split(' ')
          .some((word) => word.startsWith(search.toLowerCase()));
      const suggestions = choices
        .filter((choice) => choice.sees && begins(choice))
        .map(({ id, name, kind, count }) => ({
          ...{ id, title: kind === 'team' ? i18next.t('note.team', { count }) : null, text: name },
          inserts: `@${name} `,
        }));
      return { suggestions };
    },
  },
  useNamed(text): Named {
    const found = namedIn(text, useChoices(text.includes('@')) ?? []);
    const { id: userId } = useMe().user;
    const told = found.filter(({ sees, id }) => sees && id !== userId);
    const idsOf = (kind: Choice['kind']) => told.filter((one) => one.kind === kind).map(({ id }) => id);
    return {
      mentions: { userIds: idsOf('user'), teamIds: idsOf('team') },
      told: told.map(({ name }) => name),
      hidden: found.filter(({ sees }) => !sees).map(({ name }) => name),
    };
  },
};

export const Told = lazyPart(() => import('./told'), { shape: 'none', texts: 'inbox-mentions' });

/**
 * Users who can sign in, then teams; undefined until loaded.
 * @param isAsked whether to fetch who can see the conversation; true by default
 */
function useChoices(isAsked = true): Choice[] | undefined {
  const { chat } = useOpenChat();
  const { data: users } = useQuery(usersQuery);
  const { data: teams } = useQuery(teamsQuery);
  const { data: mentionable } = useQuery({ ...mentionableQuery(chat.id), enabled: isAsked });
  const { id: userId } = useMe().user;
  if (!users || !teams || !mentionable) return undefined;
  const seeing = new Set(mentionable.userIds);
  const counts = new Map(mentionable.teams.map(({ id, count }) => [id, count]));
  return [
    ...users
      .filter(({ id, active }) => active && id !== userId)
      .map(({ id, displayName }) => ({
        ...{ id, name: displayName, kind: 'user' as const },
        ...{ sees: seeing.has(id), count: 1 },
      })),
    ...teams.map(({ id, name }) => ({
      ...{ id, name, kind: 'team' as const },
      ...{ sees: counts.has(id), count: counts.get(id) ?? 0 },
    })),
  ];
}
