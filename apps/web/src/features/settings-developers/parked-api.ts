import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ParkedDetailResponse } from '@parley/contracts/api/parked';
import { api } from '../../lib/api-client';
import { parkedQuery } from '../../lib/parked';
import { codeOf } from '../../lib/problem';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';

export const parkedDetailQuery = (id: string) =>
  queryOptions({
    queryKey: ['parked-detail', id],
    queryFn: ({ signal }) => api<ParkedDetailResponse>(`/api/v3/parked/${id}`, { signal }),
    staleTime: Infinity,
  });

export type ParkedAction = 'retry' | 'drop';

/**
 * Mutation that retries or drops a dead letter. If a colleague has already handled the dead letter, it disappears
 * from the list as well.
 */
export function useParkedAction() {
  const client = useQueryClient();
  const { t } = useTranslation();
  const leave = (id: string) => {
    client.setQueryData(parkedQuery.queryKey, (rows) => rows?.filter((row) => row.id !== id));
    return client.invalidateQueries({ queryKey: parkedQuery.queryKey });
  };
  return useMutation({
    mutationFn: ({ id, action }: { id: string; action: ParkedAction }) =>
      api<void>(`/api/v3/parked/${id}/${action}`, { method: 'POST' }),
    onSuccess: (_, { id, action }) => {
      toastMessage(t(action === 'retry' ? 'parked.retried' : 'parked.dropped'));
      return leave(id);
    },
    onError: (error, { id }) => {
      if (codeOf(error) !== 'not_found') return toastFailure(error);
      toastMessage(t('parked.gone'), 'yellow');
      return leave(id);
    },
  });
}
