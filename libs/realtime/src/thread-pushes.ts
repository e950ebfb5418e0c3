import type { ThreadPush } from '@parley/contracts/push/index';
import type { ChangeSet } from './change-set';
import { groupBy } from './group-by';
import type { Threaded } from './live-views';
import type { Session } from './session';

/**
 * What changed rows of threads are to those who follow them. Rows are read once for all.
 * @param sessions of one organisation; what they follow, they may see
 */
export async function threadPushes(
  live: Threaded,
  { customerId, sessions, set }: { customerId: string; sessions: Session[]; set: ChangeSet },
): Promise<{ push: ThreadPush; to: Session[] }[]> {
  const changed = groupBy(set.rows, (row) => row.parentId ?? '');
  const following = sessions.filter((session) => session.followsAny(live, changed));
  const threads = [...groupBy(following, ({ thread }) => thread!.id)];
  const idsIn = (chatId: string) => changed.get(chatId)!.map(({ id }) => id);
  if (threads.length === 0) return [];
  const found = await live.thread.rowsFor(
    customerId,
    threads.flatMap(([chatId]) => idsIn(chatId)),
  );
  const byParent = groupBy(found, ({ parentId }) => parentId);
  return threads.map(([chatId, to]) => {
    const shown = new Map((byParent.get(chatId) ?? []).map(({ id, row }) => [id, row]));
    const gone = idsIn(chatId).filter((id) => !shown.has(id));
    const rows = [...shown.values()];
    return { push: { view: live.thread.view, position: set.position, chatId, rows, gone }, to };
  });
}
