import type { ChatEntry } from '@parley/contracts/api/conversations';
import { createKeyedStore } from '../../../lib/keyed-store';

/** The message that the next answer quotes, by conversation. */
export const quoted = createKeyedStore<ChatEntry | null>(null);

/** Whether an answer can quote it: the provider has it, and it is a message. */
export function isQuotable({ direction, isDeleted, status }: ChatEntry): boolean {
  return direction === 'in' ? !isDeleted : direction === 'out' && !isDeleted && isOut(status);
}

function isOut(status: ChatEntry['status']): boolean {
  return status === 'sent' || status === 'delivered' || status === 'read';
}
