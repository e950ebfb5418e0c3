import type { Chat } from '@parley/contracts/api/conversations';
import { contactVariables, type VariableValues } from '@parley/contracts/events/variables';
import { useMe } from '../../../lib/me';

/** What the variables of a text stand for in a conversation. */
export function useVariables({ contact }: Chat): VariableValues {
  const { displayName } = useMe().user;
  return { ...contactVariables(contact), 'agent.name': displayName || null };
}
