import type { Chat } from '@parley/contracts/api/conversations';
import type { VariableValues } from '@parley/contracts/events/variables';
import { useMe } from '../../../lib/me';

/** What the variables of a text stand for in a conversation. A contact without a name is not called by a number. */
export function useVariables({ contact }: Chat): VariableValues {
  const { displayName } = useMe().user;
  const { name, phone, email } = contact;
  return {
    'contact.name': name === '' || name === phone || name === email ? null : name,
    'contact.phone': phone,
    'contact.email': email,
    'agent.name': displayName || null,
  };
}
