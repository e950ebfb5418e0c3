import { queryOptions } from '@tanstack/react-query';
import type { SignatureResponse } from '@parley/contracts/api/access';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { api } from '../../lib/api-client';
import { notePosition } from '../../lib/changed-settings';
import { freshest } from '../../lib/directory';

const name = 'signature';
const pathOf = (userId: string) => `/api/v3/users/${userId}/signature`;

/** Fetched when the form opens, and then left alone: what is typed is nobody else's to change. */
export const signatureQuery = (userId: string) =>
  queryOptions({
    queryKey: [name, userId],
    queryFn: ({ signal }) => freshest<SignatureResponse>(name, pathOf(userId), signal),
    staleTime: Infinity,
    gcTime: 0,
  });

/** @returns what the server kept of it */
export async function saveSignature(userId: string, html: string): Promise<SignatureResponse> {
  const saved = await api<CommandResponse & SignatureResponse>(pathOf(userId), {
    method: 'PUT',
    body: { html },
  });
  notePosition(name, saved.position);
  return saved;
}
