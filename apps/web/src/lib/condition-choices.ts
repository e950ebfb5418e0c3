import { useQuery } from '@tanstack/react-query';
import { attributesQuery, channelsQuery, labelsQuery, teamsQuery, usersQuery } from './directory';

interface Choice {
  value: string;
  label: string;
}

/** Options of selects in conditions on contacts: labels, channels, users, teams and attributes. */
export function useConditionChoices(): Record<
  'label' | 'channel' | 'assignedUser' | 'assignedTeam' | 'attribute',
  Choice[]
> {
  const { data: labels = [] } = useQuery(labelsQuery);
  const { data: channels = [] } = useQuery(channelsQuery);
  const { data: users = [] } = useQuery(usersQuery);
  const { data: teams = [] } = useQuery(teamsQuery);
  const { data: attributes = [] } = useQuery(attributesQuery);
  const named = (rows: { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  return {
    label: named(labels),
    channel: named(channels),
    assignedUser: users.map(({ id, displayName }) => ({ value: id, label: displayName })),
    assignedTeam: named(teams),
    attribute: named(attributes),
  };
}
