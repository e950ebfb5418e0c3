import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContactConditions } from '@parley/contracts/api/contact-conditions';
import type {
  ContactListDetails,
  ContactListResponse,
  ListMembership,
  ListMembersResponse,
  ListPreview,
} from '@parley/contracts/api/contact-lists';
import type {
  CreateContactListRequest,
  FillListRequest,
  PatchContactListRequest,
} from '@parley/contracts/api/contact-lists.requests';
import type { ContactItem } from '@parley/contracts/api/contacts';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { Job } from '@parley/contracts/api/jobs';
import { api, query } from '../../lib/api-client';
import { placeJob } from '../../lib/jobs';

export const listsPath = '/api/v3/contact-lists';
const everyList = ['contact-lists'] as const;
/** Polling interval in ms, because the members of live lists change. */
const EVERY_MS = 5_000;
/** Log position of this window's newest change; every request demands a response at least as new. */
let newest = '';

const at = () => query({ minPosition: newest || null });

export const listsQuery = queryOptions({
  queryKey: everyList,
  queryFn: ({ signal }) =>
    api<{ data: ContactListResponse[] }>(`${listsPath}${at()}`, { signal }).then(({ data }) => data),
  refetchInterval: EVERY_MS,
});

export const listQuery = (id: string) =>
  queryOptions({
    queryKey: [...everyList, id] as const,
    queryFn: ({ signal }) => api<ContactListDetails>(`${listsPath}/${id}${at()}`, { signal }),
    refetchInterval: EVERY_MS,
  });

export const membersQuery = (id: string, after: string | null) =>
  queryOptions({
    queryKey: [...everyList, id, 'members', after] as const,
    queryFn: ({ signal }) =>
      api<ListMembersResponse>(`${listsPath}/${id}/members${query({ after, minPosition: newest || null })}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  });

export const membershipQuery = (id: string, contactId: string) =>
  queryOptions({
    queryKey: [...everyList, id, 'membership', contactId] as const,
    queryFn: ({ signal }) => api<ListMembership>(`${listsPath}/${id}/members/${contactId}`, { signal }),
  });

/**
 * Query that counts the matching contacts after every change of the conditions; the previous number is shown until
 * then.
 */
export const previewQuery = (conditions: ContactConditions) =>
  queryOptions({
    queryKey: ['contact-list-preview', conditions] as const,
    queryFn: ({ signal }) =>
      api<ListPreview>(`${listsPath}/preview`, {
        method: 'POST',
        body: { conditions: JSON.stringify(conditions) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const contactsFoundQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['contacts-found', keyword] as const,
    queryFn: ({ signal }) =>
      api<{ data: ContactItem[]; total: number }>(
        `/api/v3/contacts${query({ keyword: keyword || null, perPage: 20, page: 1 })}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Mutation for a command on lists: later requests demand responses that include its change. */
function useListCommand<Given, Answer extends CommandResponse>(command: (given: Given) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: command,
    onSuccess: ({ position }) => {
      if (position > newest) newest = position;
    },
    onSettled: () => client.invalidateQueries({ queryKey: everyList }),
  });
}

export const useCreateList = () =>
  useListCommand((body: CreateContactListRequest) =>
    api<{ id: string; position: string }>(listsPath, { method: 'POST', body, makes: true }),
  );

export const useChangeList = (id: string) =>
  useListCommand((body: PatchContactListRequest) =>
    api<CommandResponse>(`${listsPath}/${id}`, { method: 'PATCH', body }),
  );

export const useListAction = (id: string) =>
  useListCommand((action: 'archive' | 'restore' | 'delete') =>
    action === 'delete'
      ? api<CommandResponse>(`${listsPath}/${id}`, { method: 'DELETE' })
      : api<CommandResponse>(`${listsPath}/${id}/${action}`, { method: 'POST', body: {} }),
  );

export const useDuplicate = (id: string) =>
  useListCommand((name: string) =>
    api<{ id: string; position: string }>(`${listsPath}/${id}/duplicate`, {
      method: 'POST',
      body: { name },
      makes: true,
    }),
  );

export const useMembers = (id: string, change: 'add' | 'remove') =>
  useListCommand((contactIds: string[]) =>
    api<CommandResponse>(`${listsPath}/${id}/members/${change}`, { method: 'POST', body: { contactIds } }),
  );

/** Mutation that starts the job which adds all contacts that match the conditions. */
export function useFill(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: FillListRequest) =>
      api<Job>(`${listsPath}/${id}/fill`, {
        method: 'POST',
        body,
        makes: true,
      }),
    onSuccess: (job) => placeJob(client, job),
  });
}
