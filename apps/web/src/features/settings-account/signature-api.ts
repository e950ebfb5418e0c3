import { queryOptions } from '@tanstack/react-query';
import type { SignatureResponse } from '@parley/contracts/api/access';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { api } from '../../lib/api-client';

const pathOf = (userId: string) => `/api/v3/users/${userId}/signature`;

/** Fetched when the form opens, and then left alone: what is typed is nobody else's to change. */
export const signatureQuery = (userId: string) =>
  queryOptions({
    queryKey: ['signature', userId],
    queryFn: ({ signal }) => api<SignatureResponse>(pathOf(userId), { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** @returns what the server kept of it */
export function saveSignature(userId: string, html: string): Promise<CommandResponse & SignatureResponse> {
  return api(pathOf(userId), { method: 'PUT', body: { html } });
}
