import { createCell } from '../../lib/cell';
import { conversationAsides, type ConversationAside } from '../../lib/feature';
import { may, useMe } from '../../lib/me';

/** What stands beside the conversation, whichever is open; null: nothing. */
export const beside = createCell<ConversationAside | null>(null);

/** What this user may open beside a conversation. */
export function useAsides(): ConversationAside[] {
  const { ability } = useMe();
  return conversationAsides().filter(({ requires }) => may(ability, requires));
}
