import { useEffect } from 'react';
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { ListViewer } from '@parley/contracts/api/chat-lists';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import type { CommentRequest, PatchContactRequest } from '@parley/contracts/api/contacts.requests';
import type { ContactDetails } from '@parley/contracts/events/contact.events';
import type { Chat, CommandResponse, ContactSummary, Page } from '@parley/contracts/api/conversations';
import { api } from '../../../lib/api-client';
import { notePosition } from '../../../lib/changed-settings';
import { freshest } from '../../../lib/directory';
import { newId } from '../../../lib/id';
import { codeOf } from '../../../lib/problem';
import { toastFailure } from '../../../lib/toast';
import { useViewer } from '../viewer';
import { inboxKey } from './queries';
import { showChat } from './sync';

type Known = ContactResponse & { position: string };

const pathOf = (contactId: string) => `/api/v3/contacts/${contactId}`;
const nameOf = (contactId: string) => `contact/${contactId}`;

/**
 * Query for a contact. Never stale by time: the rows of the contact's conversations show when the contact has
 * changed.
 */
export const contactQuery = (contactId: string) =>
  queryOptions({
    queryKey: ['contact', contactId] as const,
    queryFn: ({ signal }) => freshest<Known>(nameOf(contactId), pathOf(contactId), signal),
    staleTime: Infinity,
  });

/**
 * The contact of a conversation; refetched if the conversation's row mentions a later change than the cached contact
 * has.
 */
export function useContact({ contactId, contact }: Chat) {
  const client = useQueryClient();
  const query = useQuery(contactQuery(contactId));
  const isBehind = query.data !== undefined && query.data.position < contact.changedAt;
  useEffect(() => {
    if (!isBehind) return;
    notePosition(nameOf(contactId), contact.changedAt);
    void client.invalidateQueries({ queryKey: contactQuery(contactId).queryKey });
  }, [client, contactId, contact.changedAt, isBehind]);
  return query;
}

/** Query for the contact's other conversations that the user may see; refetched whenever they are shown. */
export const othersQuery = (chatId: string) =>
  queryOptions({
    queryKey: ['others', chatId] as const,
    queryFn: ({ signal }) =>
      api<{ data: Chat[] }>(`/api/v3/messaging-chats/${chatId}/others`, { signal }).then(({ data }) => data),
    staleTime: 0,
  });

/** Query for the names of metadata fields that the organisation already uses. */
export const metadataNamesQuery = queryOptions({
  queryKey: ['metadata-names'],
  queryFn: ({ signal }) =>
    api<{ data: string[] }>(`${pathOf('metadata')}`, { signal }).then(({ data }) => data),
  staleTime: 60_000,
});

/**
 * Mutation for a command on a contact that shows its effect at once; if the server refuses, the screen returns to the
 * server's state.
 */
function useContactCommand<V>(
  contactId: string,
  send: (value: V) => Promise<CommandResponse>,
  apply: (contact: Known, value: V) => Partial<ContactResponse>,
) {
  const client = useQueryClient();
  const { queryKey } = contactQuery(contactId);
  return useMutation({
    mutationFn: send,
    onMutate: async (value: V) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (contact) => contact && { ...contact, ...apply(contact, value) });
    },
    onSuccess: ({ position }) => notePosition(nameOf(contactId), position),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

/** Mutation that changes fields of a contact. If the server refuses, the form field shows the reason. */
export function useChangeContact(contactId: string) {
  return useContactCommand<ContactDetails & Pick<PatchContactRequest, 'metadata'>>(
    contactId,
    (body) => api<CommandResponse>(pathOf(contactId), { method: 'PATCH', body }),
    (contact, { metadata = [], ...fields }) => {
      const changed = new Map(metadata.map((entry) => [entry.id, entry]));
      const added = metadata.filter(({ id }) => !id).map((entry) => ({ ...entry, id: newId() }));
      const kept = contact.metadata.map((entry) => ({ ...entry, ...changed.get(entry.id) }));
      return { ...fields, metadata: [...kept, ...added] };
    },
  );
}

export function useRemoveMetadata(contactId: string) {
  return useContactCommand<string>(
    contactId,
    (id) => api<CommandResponse>(`${pathOf(contactId)}/metadata/${id}`, { method: 'DELETE' }),
    ({ metadata }, id) => ({ metadata: metadata.filter((entry) => entry.id !== id) }),
  );
}

const comments = '/api/v3/internal-comments';
/** Id prefix of a comment that the server has not stored yet. */
const PENDING = 'pending';

export function isPending({ id }: { id: string }): boolean {
  return id.startsWith(PENDING);
}

export function useAddComment(contactId: string) {
  const { userId } = useViewer();
  return useContactCommand<string>(
    contactId,
    (comment) =>
      api<CommandResponse>(comments, {
        method: 'POST',
        body: { contactId, comment } satisfies CommentRequest,
        makes: true,
      }),
    ({ internalComments }, comment) => {
      const now = new Date().toISOString();
      const added = { id: PENDING + newId(), comment, userId, createdAt: now, changedAt: null };
      return { internalComments: [...internalComments, added] };
    },
  );
}

export function useChangeComment(contactId: string) {
  return useContactCommand<{ id: string; comment: string }>(
    contactId,
    ({ id, comment }) => api<CommandResponse>(`${comments}/${id}`, { method: 'PATCH', body: { comment } }),
    ({ internalComments }, { id, comment }) => ({
      internalComments: internalComments.map((one) => (one.id === id ? { ...one, comment } : one)),
    }),
  );
}

export function useRemoveComment(contactId: string) {
  return useContactCommand<string>(
    contactId,
    async (id) => {
      try {
        return await api<CommandResponse>(`${comments}/${id}`, { method: 'DELETE' });
      } catch (error) {
        // Another window deleted it first, so the intended result is already there.
        if (codeOf(error) === 'not_found') return { position: '' };
        throw error;
      }
    },
    ({ internalComments }, id) => ({ internalComments: internalComments.filter((one) => one.id !== id) }),
  );
}

const flags = {
  isBlocked: { on: 'block', off: 'unblock', failed: 'toast.notBlocked' },
  isHighPriority: { on: 'prioritise', off: 'unprioritise', failed: 'toast.notPrioritised' },
} as const;

/**
 * Mutation that sets or clears the "blocked" or "high priority" flag of a contact and shows it at once in all their
 * conversations.
 */
export function useFlagContact(flag: keyof typeof flags) {
  const client = useQueryClient();
  const viewer = useViewer();
  const { on, off, failed } = flags[flag];
  return useMutation({
    mutationFn: ({ chat, isOn }: { chat: Chat; isOn: boolean }) =>
      api<CommandResponse>(`${pathOf(chat.contactId)}/${isOn ? on : off}`, { method: 'POST' }),
    onMutate: ({ chat, isOn }) => showContact(client, chat.contactId, { [flag]: isOn }, viewer),
    onError: (error, { chat, isOn }) => {
      showContact(client, chat.contactId, { [flag]: !isOn }, viewer);
      toastFailure(error, i18next.t(failed, { name: chat.contact.name }));
    },
  });
}

/** Applies a contact's change to every cached row and conversation that shows the contact. */
function showContact(
  client: QueryClient,
  contactId: string,
  change: Partial<ContactSummary>,
  viewer: ListViewer,
): void {
  const shown = client
    .getQueriesData<Partial<Page<Chat>> & { chat?: Chat }>({ queryKey: inboxKey })
    .flatMap(([, held]) => [...(held?.chat ? [held.chat] : []), ...(held?.data ?? [])])
    .filter((chat) => chat.contactId === contactId);
  for (const chat of new Map(shown.map((chat) => [chat.id, chat])).values())
    showChat(client, { ...chat, contact: { ...chat.contact, ...change } }, viewer);
}
