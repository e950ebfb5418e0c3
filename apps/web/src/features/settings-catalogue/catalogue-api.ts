import type { AffectedResponse, QuickReplyResponse } from '@parley/contracts/api/catalogue';
import { api } from '../../lib/api-client';
import type { Resource } from '../../lib/resource';
import { useCommand } from '../../lib/use-command';

export type MarkKind = 'tag' | 'label';

/** The form closes once the new row replaces it, so commands resolve only when the list contains the row. */
const untilShown = true;

export const marks: Record<MarkKind, Resource> = {
  tag: { path: '/api/v3/tags', categories: 'tag', untilShown },
  label: { path: '/api/v3/labels', categories: 'label', untilShown },
};

export const quickReplies: Resource = { path: '/api/v3/quick-replies', categories: 'quickReply', untilShown };

export type QuickReplyForm = Pick<QuickReplyResponse, 'message' | 'visibility'> & { title: string };

export function useMerge(kind: MarkKind, id: string) {
  const { path, categories } = marks[kind];
  return useCommand(
    categories,
    (intoId: string) => api<AffectedResponse>(`${path}/${id}/merge`, { method: 'POST', body: { intoId } }),
    { untilShown },
  );
}
