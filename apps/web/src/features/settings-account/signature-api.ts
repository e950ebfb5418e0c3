import { queryOptions } from '@tanstack/react-query';
import type { SignatureResponse } from '@parley/contracts/api/access';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { api } from '../../lib/api-client';
import { notePosition } from '../../lib/changed-settings';
import { freshest } from '../../lib/directory';

const name = 'signature';
const pathOf = (userId: string, channelId: string | null) =>
  `/api/v3/users/${userId}/${channelId ? `signatures/${channelId}` : 'signature'}`;

/**
 * Query for a signature. Fetched when the form opens and not again, so that a refetch cannot replace typed text.
 * @param channelId the mailbox whose e-mails end with the signature; null: all mailboxes without their own
 */
export const signatureQuery = (userId: string, channelId: string | null) =>
  queryOptions({
    queryKey: [name, userId, channelId],
    queryFn: ({ signal }) => freshest<SignatureResponse>(name, pathOf(userId, channelId), signal),
    staleTime: Infinity,
    gcTime: 0,
  });

/**
 * Saves a signature.
 * @returns the HTML as the server sanitised and stored it
 */
export async function saveSignature(
  userId: string,
  channelId: string | null,
  html: string,
): Promise<SignatureResponse> {
  const saved = await api<CommandResponse & SignatureResponse>(pathOf(userId, channelId), {
    method: 'PUT',
    body: { html },
  });
  notePosition(name, saved.position);
  return saved;
}
