import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { LIST_NAME_LENGTH } from '@parley/contracts/api/contact-lists';
import type { CreateContactListRequest } from '@parley/contracts/api/contact-lists.requests';
import { api } from '../../lib/api-client';

/**
 * The draft of a broadcast for whose recipients a file is imported, as the address names it, or null; and an address of the
 * import that goes on naming it.
 */
export function useForBroadcast(): { broadcastId: string | null; within: (path: string) => string } {
  const [params] = useSearchParams();
  const broadcastId = params.get('broadcast');
  return {
    broadcastId,
    within: (path) => (broadcastId ? `${path}?broadcast=${encodeURIComponent(broadcastId)}` : path),
  };
}

/** Where the draft goes on, with the list that the file has filled. */
export function broadcastWith(broadcastId: string, listId: string): string {
  return `/engage/edit?${new URLSearchParams({ id: broadcastId, step: 'list', list: listId }).toString()}`;
}

/** A fixed list that is called like the file. */
export function useListOfFile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fileName: string) => {
      const name = fileName.replace(/\.\w+$/, '').slice(0, LIST_NAME_LENGTH) || fileName;
      const body: CreateContactListRequest = { name };
      return api<{ id: string }>('/api/v3/contact-lists', { method: 'POST', body, makes: true });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['contact-lists'] }),
  });
}
