import { queryOptions, useMutation } from '@tanstack/react-query';
import type { MailboxCheckResponse, MailboxResponse, MailDomainResponse } from '@parley/contracts/api/email';
import { api } from '../../../lib/api-client';

const pathOf = (id: string) => `/api/v3/channels/${id}`;
/** Polling interval in ms, since the server does not push a mailbox's health. */
const LOOK_EVERY_MS = 30_000;

export const mailboxQuery = (id: string) =>
  queryOptions({
    queryKey: ['mailbox', id],
    queryFn: ({ signal }) => api<MailboxResponse>(`${pathOf(id)}/mailbox`, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });

export const mailDomainQuery = (id: string) =>
  queryOptions({
    queryKey: ['mail-domain', id],
    queryFn: ({ signal }) => api<MailDomainResponse>(`${pathOf(id)}/mail-domain`, { signal }),
    staleTime: 60_000,
  });

/** Mutation for an end-to-end check: the server signs in to the mailbox, reads it, and sends a test message to it. */
export function useCheckMailbox(id: string) {
  return useMutation({
    mutationFn: () => api<MailboxCheckResponse>(`${pathOf(id)}/mailbox/check`, { method: 'POST' }),
  });
}
