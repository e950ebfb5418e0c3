import type { MessageHit } from '@parley/contracts/api/search';
import { useStable } from '../../../lib/use-stable';
import { useGo, type Address } from '../address';
import { markInThread } from './mark-in-thread';

/** Returns a function that opens the conversation of a found message at that message and marks the found words. */
export function useOpenHit(): (
  hit: Pick<MessageHit, 'id' | 'chatId' | 'found'>,
  to?: Partial<Address>,
) => void {
  const go = useGo();
  return useStable((hit, to = {}) => {
    markInThread(hit.id, hit.found);
    go({ chatId: hit.chatId, entry: hit.id, ...to }, { state: { jumpedAt: Date.now() } });
  });
}
