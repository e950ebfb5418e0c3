import { useQuery } from '@tanstack/react-query';
import { attributeVariable, contactVariables, type VariableValues } from '@parley/contracts/rules/variables';
import { attributesQuery } from '../../../lib/directory';
import { useMe } from '../../../lib/me';
import { contactQuery } from '../api/contact';

interface Person {
  contact: { name: string; phone: string | null; email: string | null };
  /** Id of the contact; null if the contact does not exist yet. */
  contactId: string | null;
}

/** Values of the variables that a text in a conversation can use. */
export function useVariables({ contact, contactId }: Person): VariableValues {
  const { displayName } = useMe().user;
  const attributes = useQuery(attributesQuery).data ?? [];
  // Fetches the contact only if the organisation has custom attributes, so that opening a conversation makes no
  // needless request.
  const isAsked = contactId !== null && attributes.length > 0;
  const known = useQuery({ ...contactQuery(contactId ?? ''), enabled: isAsked }).data?.attributes;
  const values: VariableValues = { ...contactVariables(contact), 'agent.name': displayName || null };
  for (const { id, name } of attributes)
    values[attributeVariable(name)] = known?.find((one) => one.id === id)?.value ?? null;
  return values;
}
