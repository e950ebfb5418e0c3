import { useQuery } from '@tanstack/react-query';
import type { SignatureResponse } from '@parley/contracts/api/access';
import { api } from '../../../lib/api-client';
import { useMe } from '../../../lib/me';

/**
 * The user's signature for a mailbox, or their general one if the mailbox has none.
 * @param channelId null: nothing is fetched
 */
export function useSignature(channelId: string | null): { html: string | undefined; isPending: boolean } {
  const { id: userId } = useMe().user;
  const { data, isPending } = useQuery({
    queryKey: ['signature', userId, channelId],
    queryFn: ({ signal }) =>
      api<SignatureResponse>(`/api/v3/users/${userId}/signatures/${channelId}`, { signal }),
    enabled: channelId !== null,
    gcTime: 0,
  });
  return { html: data?.html, isPending: isPending && channelId !== null };
}
