import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SegmentResponse } from '@parley/contracts/api/contact-settings';
import type {
  ContactBulkAction,
  ContactChange,
  ContactConversation,
  ContactItem,
  ContactResponse,
  ContactSort,
  ContactsPage,
  DuplicateGroup,
} from '@parley/contracts/api/contacts';
import type { PatchContactRequest } from '@parley/contracts/api/contacts.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { Job } from '@parley/contracts/api/jobs';
import { api, query } from '../../lib/api-client';
import { notePosition, pushedPosition } from '../../lib/changed-settings';
import { directoryQuery, freshest } from '../../lib/directory';
import type { SelectedContacts } from '../../lib/feature';
import type { Resource } from '../../lib/resource';

const path = '/api/v3/contacts';
/** Prefix of the keys of all queries about contacts; every command refetches them. */
const everything = ['contacts'] as const;

export interface Asked {
  keyword?: string;
  /** `ContactConditions` as JSON. */
  conditions?: string;
  sortBy: ContactSort;
  page: number;
}

/** Query for a page of the contact list. The previous page is shown until the next one is loaded. */
export const contactsQuery = (asked: Asked) =>
  queryOptions({
    queryKey: [...everything, 'list', asked] as const,
    queryFn: ({ signal }) =>
      api<ContactsPage>(`${path}${query({ ...asked, minPosition: pushedPosition('contacts') })}`, { signal }),
    placeholderData: keepPreviousData,
  });

export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: [...everything, 'one', id] as const,
    queryFn: ({ signal }) => freshest<ContactResponse>('contacts', `${path}/${id}`, signal),
  });

export const conversationsQuery = (id: string) =>
  queryOptions({
    queryKey: [...everything, 'conversations', id] as const,
    queryFn: ({ signal }) =>
      freshest<{ data: ContactConversation[] }>('contacts', `${path}/${id}/conversations`, signal).then(
        ({ data }) => data,
      ),
  });

export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: [...everything, 'changes', id] as const,
    queryFn: ({ signal }) =>
      api<{ data: ContactChange[] }>(`${path}/${id}/changes`, { signal }).then(({ data }) => data),
  });

export const duplicatesQuery = queryOptions({
  queryKey: [...everything, 'duplicates'] as const,
  queryFn: ({ signal }) =>
    freshest<{ data: DuplicateGroup[] }>('contacts', `${path}/duplicates`, signal).then(({ data }) => data),
});

export const segmentsQuery = directoryQuery<SegmentResponse>('segments', ['segment']);
export const segments: Resource = { path: '/api/v3/segments', categories: 'segment', untilShown: true };
/**
 * Mutation for a command about contacts; afterwards all shown queries about contacts are refetched, at the command's
 * log position or later.
 */
export function useContactsCommand<Given, Answer extends Partial<CommandResponse>>(
  send: (given: Given) => Promise<Answer>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ position }) => {
      if (position) notePosition('contacts', position);
      await client.invalidateQueries({ queryKey: everything });
    },
  });
}

export const createContact = (body: Partial<PatchContactRequest>) =>
  api<CommandResponse & { id: string }>(path, { method: 'POST', body, makes: true });

export const changeContact = (id: string) => (body: Partial<PatchContactRequest>) =>
  api<CommandResponse>(`${path}/${id}`, { method: 'PATCH', body });

export const removeMetadata = (contactId: string) => (metadataId: string) =>
  api<CommandResponse>(`${path}/${contactId}/metadata/${metadataId}`, { method: 'DELETE' });

export const addComment = (contactId: string) => (comment: string) =>
  api<CommandResponse>('/api/v3/internal-comments', {
    method: 'POST',
    body: { contactId, comment },
    makes: true,
  });

export interface Merging {
  contactId: string;
  otherId: string;
  fields?: string[];
}

export const mergeContacts = ({ contactId, otherId, fields = [] }: Merging) =>
  api<CommandResponse>(`${path}/${contactId}/merge`, { method: 'POST', body: { otherId, fields } });

export const unmergeContacts = ({ contactId, otherId }: Merging) =>
  api<CommandResponse>(`${path}/${contactId}/unmerge`, { method: 'POST', body: { otherId } });

export const distinguishContacts = ({ contactId, otherId }: Merging) =>
  api<CommandResponse>(`${path}/${contactId}/distinguish`, { method: 'POST', body: { otherId } });

const selection = ({ count: _, ...selected }: SelectedContacts) => selected;

export const changeContacts = (selected: SelectedContacts, action: ContactBulkAction) =>
  api<Job>('/api/v3/contact-jobs', {
    method: 'POST',
    body: { ...selection(selected), action },
    makes: true,
  });

export const eraseContacts = (selected: SelectedContacts) =>
  api<Job>('/api/v3/contact-erasures', { method: 'POST', body: selection(selected), makes: true });

/** The contact's name, or another identifier if they have no name. */
export function nameOf({
  name,
  username,
  email,
  phone,
}: Pick<ContactItem, 'name' | 'username' | 'email' | 'phone'>): string {
  return name ?? username ?? email ?? phone ?? '–';
}
