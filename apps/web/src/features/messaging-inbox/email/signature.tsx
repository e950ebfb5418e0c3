import { useQuery } from '@tanstack/react-query';
import type { SignatureResponse } from '@parley/contracts/api/access';
import { api } from '../../../lib/api-client';
import { useMe } from '../../../lib/me';
import classes from './mail-editor.module.css';

/**
 * One's own signature of a mailbox, or of all.
 * @param channelId null: none is asked for
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

/** A signature as it stands below an e-mail. */
export function Signature({ html }: { html: string }) {
  // Sanitised by the server before it was kept.
  return <div className={classes.signature} dangerouslySetInnerHTML={{ __html: html }} />;
}
