import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { SettingsCategory } from '@parley/contracts/events/domain-event';
import { api } from '../../lib/api-client';
import { refetchChanged } from '../../lib/changed-settings';

export type MarkKind = 'tag' | 'label';
export type Catalogue = 'tags' | 'labels' | 'quick-replies';

const categoryOf: Record<Catalogue, SettingsCategory> = {
  tags: 'tag',
  labels: 'label',
  'quick-replies': 'quickReply',
};

interface Request {
  method: 'POST' | 'PATCH' | 'DELETE';
  /** What follows the list's own path: `/{id}`, `/{id}/merge`. */
  path?: string;
  body?: unknown;
}

/** Changes something of a list, and asks for the list as it is then. */
export function useCatalogueCommand<Answer extends CommandResponse = CommandResponse>(list: Catalogue) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ method, path = '', body }: Request) =>
      api<Answer>(`/api/v3/${list}${path}`, { method, body, makes: method === 'POST' && path === '' }),
    onSuccess: async ({ position }) => {
      if (position) refetchChanged(client, { categories: [categoryOf[list]], position });
      // The form gives way to the row that it made.
      await client.invalidateQueries({ queryKey: [list] });
    },
  });
}
