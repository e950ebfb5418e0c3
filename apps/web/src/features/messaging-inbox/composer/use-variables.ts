import { useQuery } from '@tanstack/react-query';
import type { Chat } from '@parley/contracts/api/conversations';
import { attributeVariable, contactVariables, type VariableValues } from '@parley/contracts/events/variables';
import { attributesQuery } from '../../../lib/directory';
import { useMe } from '../../../lib/me';
import { contactQuery } from '../api/contact';

/** What the variables of a text stand for in a conversation. */
export function useVariables({ contact, contactId }: Chat): VariableValues {
  const { displayName } = useMe().user;
  const attributes = useQuery(attributesQuery).data ?? [];
  // Only where there are some: opening a conversation asks for no more than it needs.
  const known = useQuery({ ...contactQuery(contactId), enabled: attributes.length > 0 }).data?.attributes;
  const values: VariableValues = { ...contactVariables(contact), 'agent.name': displayName || null };
  for (const { id, name } of attributes)
    values[attributeVariable(name)] = known?.find((one) => one.id === id)?.value ?? null;
  return values;
}
