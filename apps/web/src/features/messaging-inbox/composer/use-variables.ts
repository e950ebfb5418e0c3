import { useQuery } from '@tanstack/react-query';
import { attributeVariable, contactVariables, type VariableValues } from '@parley/contracts/rules/variables';
import { attributesQuery } from '../../../lib/directory';
import { useMe } from '../../../lib/me';
import { contactQuery } from '../api/contact';

interface Person {
  contact: { name: string; phone: string | null; email: string | null };
  /** Null if the contact does not exist yet. */
  contactId: string | null;
}

/** The values of a text's variables in a conversation. */
export function useVariables({ contact, contactId }: Person): VariableValues {
  const { displayName } = useMe().user;
  const attributes = useQuery(attributesQuery).data ?? [];
  // Only if the organisation has attributes: opening a conversation should request no more than it needs.
  const isAsked = contactId !== null && attributes.length > 0;
  const known = useQuery({ ...contactQuery(contactId ?? ''), enabled: isAsked }).data?.attributes;
  const values: VariableValues = { ...contactVariables(contact), 'agent.name': displayName || null };
  for (const { id, name } of attributes)
    values[attributeVariable(name)] = known?.find((one) => one.id === id)?.value ?? null;
  return values;
}
