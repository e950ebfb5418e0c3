import { createCell } from '../../lib/cell';
import { conversationAsides, type ConversationAside } from '../../lib/feature';
import { may, useMe } from '../../lib/me';

/** The side panel that is open beside the conversation; null if none is. */
export const beside = createCell<ConversationAside | null>(null);

/** The side panels that this user may open beside a conversation. */
export function useAsides(): ConversationAside[] {
  const { ability } = useMe();
  return conversationAsides().filter(({ requires }) => may(ability, requires));
}
