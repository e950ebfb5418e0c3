import { useQuery } from '@tanstack/react-query';
import type { ContactItem, ContactsPage } from '@parley/contracts/api/contacts';
import { api, query } from './api-client';
import { can, useMe } from './me';
import { useTranslation } from './translation';

/** A row that belongs to a contact, who may have been erased. */
interface OfContact {
  contactId: string;
  isErased: boolean;
}

type Named = Pick<ContactItem, 'id' | 'name' | 'username' | 'email' | 'phone'>;

/** Maximum number of contacts per request. */
const MOST = 100;

function namesQuery(ids: string[]) {
  const asked = [...new Set(ids)].sort().slice(0, MOST);
  return {
    queryKey: ['contact-names', asked] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const s = JSON.stringify({ $or: asked.map((id) => ({ id })) });
      const fields = 'id,name,username,email,phone';
      const { data } = await api<ContactsPage<Named>>(
        `/api/v3/contacts${query({ s, fields, perPage: MOST })}`,
        { signal },
      );
      return new Map(
        data.map(({ id, name, username, email, phone }) => [id, name ?? username ?? email ?? phone]),
      );
    },
    staleTime: 60_000,
    enabled: asked.length > 0,
  };
}

/**
 * Loads the names of the contacts of some rows in one request, for up to 100 contacts.
 * @returns a function that names a row's contact; for a contact who was erased, has no name or is not visible, it
 * returns a substitute text
 */
export function useContactNames(rows: OfContact[]): (row: OfContact) => string {
  const { t } = useTranslation();
  const mayRead = can(useMe().ability, 'read', 'contacts');
  const ids = rows.flatMap(({ contactId, isErased }) => (isErased || !mayRead ? [] : [contactId]));
  const names = useQuery(namesQuery(ids));
  return ({ contactId, isErased }) => {
    if (isErased) return t('contactName.erased');
    const name = names.data?.get(contactId);
    return name ?? (names.isFetching ? '…' : t('contactName.nameless'));
  };
}
