import { useMemo } from 'react';
import type { ListViewer } from '@parley/contracts/api/chat-lists';
import { useMe } from '../../lib/me';

/** The user who looks at the lists, with the settings that decide what they list. */
export function useViewer(): ListViewer {
  const { user, customer } = useMe();
  const { id } = user;
  const { expandedTeamFilter } = customer;
  return useMemo(() => ({ userId: id, expandedTeamFilter }), [id, expandedTeamFilter]);
}
