import { useQuery } from '@tanstack/react-query';
import {
  attributesQuery,
  useChannelsById,
  useLabelsById,
  useTagsById,
  useTeamsById,
  useUsersById,
} from '../../lib/directory';
import { templatesQuery } from '../../lib/templates';
import { useTranslation } from '../../lib/translation';
import { contactFields } from '@parley/contracts/events/contact.events';
import { fixedListsQuery } from './routing-api';

type Kind = 'user' | 'team' | 'tag' | 'label' | 'list' | 'channel' | 'identity' | 'template' | 'field';
export interface Choice {
  value: string;
  label: string;
}

/** Names of all entities that rules can refer to, and the entities as options of a select. */
export interface Names {
  of: (kind: Kind, id: string) => string;
  choices: Record<Kind, Choice[]>;
}

export function useNames(): Names {
  const { t } = useTranslation();
  const [users, teams, tags] = [useUsersById(), useTeamsById(), useTagsById()];
  const [labels, channels] = [useLabelsById(), useChannelsById()];
  const lists = useQuery(fixedListsQuery).data ?? [];
  const templates = useQuery(templatesQuery).data?.data ?? [];
  const attributes = useQuery(attributesQuery).data ?? [];
  const named = (all: Iterable<{ id: string; name: string }>): Choice[] =>
    [...all].map(({ id, name }) => ({ value: id, label: name }));
  const choices: Names['choices'] = {
    user: [...users.values()]
      .filter(({ state }) => state === 'active')
      .map(({ id, displayName, email }) => ({ value: id, label: displayName || email })),
    team: named(teams.values()),
    tag: named(tags.values()),
    label: named(labels.values()),
    list: named(lists),
    channel: named([...channels.values()].filter(({ isConnected }) => isConnected)),
    identity: named(
      [...channels.values()].flatMap(({ identities }) => (identities.length > 1 ? identities : [])),
    ),
    template: templates
      .filter(({ isGone }) => !isGone)
      .map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` })),
    field: [
      ...contactFields.map((field) => ({ value: field, label: t(`contactField.${field}`) })),
      ...named(attributes),
    ],
  };
  const labelsOf = Object.fromEntries(
    Object.entries(choices).map(([kind, all]) => [
      kind,
      new Map(all.map(({ value, label }) => [value, label])),
    ]),
  ) as Record<Kind, Map<string, string>>;
  return { choices, of: (kind, id) => labelsOf[kind].get(id) ?? t('routing.gone') };
}
