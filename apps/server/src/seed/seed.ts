import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { conversationHistory, type Cast, type Chance } from './history';

/** Conversations whose events are appended side by side: enough to fill shared commits. */
const AT_ONCE = 256;

/**
 * Appends what happened in a number of conversations. Each is whole or, where this is stopped, not begun.
 * @returns how many conversations and events there are more
 */
export async function seedConversations(
  store: EventStore,
  cast: Cast,
  { count, chance, now }: { count: number; chance: Chance; now: number },
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (conversations: number) => void } = {},
): Promise<{ conversations: number; events: number }> {
  let [begun, conversations, events] = [0, 0, 0];
  const { customerId } = cast;
  const write = async () => {
    while (begun < count && !signal?.aborted) {
      begun++;
      const { appends, archive } = conversationHistory(cast, chance, now);
      let position = '';
      for (const { stream, events: facts } of appends) {
        ({ position } = await store.append(stream, facts, { expected: 'no-stream', customerId }));
        events += facts.length;
      }
      const ending = archive?.(position);
      if (ending) {
        await store.append(ending.stream, ending.events, { expected: 'any', customerId });
        events += ending.events.length;
      }
      onProgress?.(++conversations);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
  return { conversations, events };
}
