import { queryOptions } from '@tanstack/react-query';
import type { EmailBodyResponse, EmailSourceResponse } from '@parley/contracts/api/email';
import { api, query } from '../../../lib/api-client';
import { readLocal, writeLocal } from '../../../lib/local-storage';

const pathOf = (entryId: string) => `/api/v3/email-chats/entries/${entryId}`;

/**
 * Query for the body of an e-mail, which never changes.
 * @param pictures whether to load pictures from other servers, too
 */
export const bodyQuery = (entryId: string, pictures: boolean) =>
  queryOptions({
    queryKey: ['email-body', entryId, pictures],
    queryFn: ({ signal }) =>
      api<EmailBodyResponse>(`${pathOf(entryId)}/body${query({ pictures: pictures ? 'true' : undefined })}`, {
        signal,
      }),
    staleTime: Infinity,
  });

export const sourceQuery = (entryId: string) =>
  queryOptions({
    queryKey: ['email-source', entryId],
    queryFn: ({ signal }) => api<EmailSourceResponse>(`${pathOf(entryId)}/source`, { signal }),
    staleTime: Infinity,
  });

const storageKey = 'parley.pictures';
const MAX_SENDERS = 500;

/** Whether the user chose, in this browser, to always load pictures from this sender. */
export function areAllowedFrom(address: string): boolean {
  return senders().includes(address.toLowerCase());
}

export function allowFrom(address: string): void {
  const others = senders().filter((known) => known !== address.toLowerCase());
  writeLocal(storageKey, JSON.stringify([address.toLowerCase(), ...others].slice(0, MAX_SENDERS)));
}

function senders(): string[] {
  try {
    const kept: unknown = JSON.parse(readLocal(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
