import { Badge } from '@mantine/core';
import type { UserResponse } from '@parley/contracts/api/access';
import { useTranslation } from '../../lib/translation';

export const userStates = ['active', 'invited', 'failed', 'deactivated'] as const;
export type ShownState = (typeof userStates)[number];

/** State of a user as lists show it; an invitation that failed counts as a separate state. */
export function stateOf({ state, invitation }: UserResponse): ShownState {
  if (state === 'invited') return invitation === 'failed' ? 'failed' : 'invited';
  return state === 'active' ? 'active' : 'deactivated';
}

const colours: Record<ShownState, string> = {
  active: 'green',
  invited: 'accent',
  failed: 'red',
  deactivated: 'gray',
};

export function StateBadge({ user }: { user: UserResponse }) {
  const { t } = useTranslation();
  const state = stateOf(user);
  return (
    <Badge
      variant="outline"
      radius="sm"
      color={colours[state]}
      styles={{ root: { color: 'var(--mantine-color-text)' } }}
    >
      {t(`users.state.${state}`)}
    </Badge>
  );
}
