import { useMemo } from 'react';
import type { ListViewer } from '@parley/contracts/api/chat-lists';
import { useMe } from '../../lib/me';

/** The signed-in user, with the settings that decide which conversations their lists contain. */
export function useViewer(): ListViewer {
  const { user, customer } = useMe();
  const { id } = user;
  const { expandedTeamFilter } = customer;
  return useMemo(() => ({ userId: id, expandedTeamFilter }), [id, expandedTeamFilter]);
}
