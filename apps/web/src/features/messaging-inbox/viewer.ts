import { useMemo } from 'react';
import type { ListViewer } from '@parley/contracts/api/chat-lists';
import { useMe } from '../../lib/me';

/** Who looks at the lists. */
export function useViewer(): ListViewer {
  const { user, customer } = useMe();
  const { id } = user;
  const { expandedTeamFilter } = customer;
  return useMemo(() => ({ userId: id, expandedTeamFilter }), [id, expandedTeamFilter]);
}
