import { useQuery } from '@tanstack/react-query';
import type { ChatList, CountsResponse } from '@parley/contracts/api/conversations';
import { inboxHere } from '../address';
import { countsQuery } from '../api/queries';

/** Number of unread conversations in a list, shown as its badge. */
export function useUnread(list: ChatList, teamId: string | null): number {
  return (
    useQuery({ ...countsQuery(inboxHere()), select: (counts) => lineOf(counts, list, teamId)?.unread ?? 0 })
      .data ?? 0
  );
}

/** Number of conversations in a list. */
export function useCount(list: ChatList): number {
  return (
    useQuery({ ...countsQuery(inboxHere()), select: (counts) => lineOf(counts, list, null)?.count ?? 0 })
      .data ?? 0
  );
}

function lineOf(counts: CountsResponse, list: ChatList, teamId: string | null) {
  return counts.data.find((line) => line.list === list && line.teamId === teamId);
}
