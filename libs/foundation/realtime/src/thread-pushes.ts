import type { ThreadPush } from '@parley/contracts/push/index';
import type { ChangeSet } from './change-set';
import { groupBy } from './group-by';
import type { Threaded } from './live-views';
import type { Session } from './session';

/**
 * Makes the pushes for changed rows of threads, for their followers. Reads each row once for all.
 * @param sessions sessions of one organisation, which may see the threads that they follow
 */
export async function threadPushes(
  live: Threaded,
  { customerId, sessions, set }: { customerId: string; sessions: Session[]; set: ChangeSet },
): Promise<{ push: ThreadPush; to: Session[] }[]> {
  const changed = groupBy(set.rows, (row) => row.parentId ?? '');
  const following = sessions.filter((session) => session.followsAny(live, changed));
  const threads = [...groupBy(following, (session) => session.followedIn(live.thread.view)!)];
  const idsIn = (chatId: string) => changed.get(chatId)!.map(({ id }) => id);
  if (threads.length === 0) return [];
  const found = await live.thread.rowsFor(
    customerId,
    threads.flatMap(([chatId]) => idsIn(chatId)),
  );
  const byParent = groupBy(found, ({ parentId }) => parentId);
  return threads.flatMap(([chatId, followers]) => {
    const all = byParent.get(chatId) ?? [];
    const present = new Set(all.map(({ id }) => id));
    const gone = idsIn(chatId).filter((id) => !present.has(id));
    const alike = groupBy(followers, ({ principal }) =>
      all.map((row) => Number(row.visibleTo?.(principal) ?? true)).join(''),
    );
    return [...alike].map(([seen, to]) => {
      const rows = all.flatMap(({ row }, index) => (seen[index] === '1' ? [row] : []));
      return { push: { view: live.thread.view, position: set.position, chatId, rows, gone }, to };
    });
  });
}
