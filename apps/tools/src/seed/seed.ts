import { conversationHistory, type Cast, type Chance, type SeedHistory } from './history';
import type { SeedLog, StreamEvents } from './seed-log';

/**
 * Number of conversations per append, and number of concurrent appends, so that a batch is generated while others are
 * stored.
 */
const TOGETHER = 100;
const AT_ONCE = 3;

/**
 * Appends the events of a number of conversations. If it is stopped, each conversation is either complete or missing.
 * @returns the numbers of new conversations and events
 */
export async function seedConversations(
  log: SeedLog,
  cast: Cast,
  { count, chance, now }: { count: number; chance: Chance; now: number },
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (conversations: number) => void } = {},
): Promise<{ conversations: number; events: number }> {
  let [begun, conversations, events] = [0, 0, 0];
  const write = async () => {
    while (begun < count && !signal?.aborted) {
      const length = Math.min(TOGETHER, count - begun);
      begun += length;
      const histories = Array.from({ length }, () => conversationHistory(cast, chance, now));
      const appended = await append(log, cast.customerId, histories);
      events += appended;
      conversations += length;
      onProgress?.(conversations);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
  return { conversations, events };
}

/** @returns the number of appended events */
async function append(log: SeedLog, customerId: string, histories: SeedHistory[]): Promise<number> {
  const begun = histories.map(({ appends }) => appends.map((each) => ({ ...each, after: null })));
  const subjects = histories.map(({ contactId }) => contactId);
  const positions = await log.append(customerId, begun.flat(), subjects);
  let last = -1;
  const endings = histories.flatMap(({ archive, appends }): StreamEvents[] => {
    last += appends.length;
    const ending = archive?.(positions[last] ?? '');
    if (!ending) return [];
    const before = appends.find(({ stream }) => stream === ending.stream)?.events.length ?? 0;
    return [{ ...ending, after: before - 1 }];
  });
  if (endings.length > 0) await log.append(customerId, endings, []);
  return [...begun.flat(), ...endings].reduce((sum, each) => sum + each.events.length, 0);
}
