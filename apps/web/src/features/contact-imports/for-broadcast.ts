import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { LIST_NAME_LENGTH } from '@parley/contracts/api/contact-lists';
import type { CreateContactListRequest } from '@parley/contracts/api/contact-lists.requests';
import { api } from '../../lib/api-client';

/**
 * Id of the broadcast draft for whose recipients the user imports a file, from the URL; null if the import is
 * independent. `within` adds the id to a path of the import.
 */
export function useForBroadcast(): { broadcastId: string | null; within: (path: string) => string } {
  const [params] = useSearchParams();
  const broadcastId = params.get('broadcast');
  return {
    broadcastId,
    within: (path) => (broadcastId ? `${path}?broadcast=${encodeURIComponent(broadcastId)}` : path),
  };
}

/** Path of the draft's recipients step, with the list that the import has filled. */
export function broadcastWith(broadcastId: string, listId: string): string {
  return `/engage/edit?${new URLSearchParams({ id: broadcastId, step: 'list', list: listId }).toString()}`;
}

/** Mutation that creates a fixed contact list named after the file. */
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
