import { useMemo } from 'react';
import type { ListViewer } from '@parley/contracts/api/chat-lists';
import { useMe } from '../../lib/me';

/** Who looks at the lists. */
export function useViewer(): ListViewer {
  const { id } = useMe().user;
  return useMemo(() => ({ userId: id, expandedTeamFilter: false }), [id]);
}
