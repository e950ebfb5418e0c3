import type { ListPush, ThreadPush } from '@parley/contracts/push/index';
import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import type { ChangeSet } from './change-set';
import { groupBy } from './group-by';
import type { Threaded } from './live-views';
import type { Session } from './session';

/** A push, with the sessions that get it. */
export interface Addressed {
  push: ListPush;
  to: Session[];
}

/**
 * Makes the pushes for changed rows of a list, for viewers who can see a row and for those who no longer can. Reads
 * each row once for all viewers.
 * @param sessions sessions of one organisation, whose viewers are loaded
 * @param liveAt time of the change, null for missed changes
 */
export async function listPushes(
  live: LiveView,
  {
    customerId,
    sessions,
    set,
    liveAt,
  }: { customerId: string; sessions: Session[]; set: ChangeSet; liveAt: string | null },
): Promise<Addressed[]> {
  const changed = set.rows;
  if (changed.length === 0 || sessions.length === 0) return [];
  const alike = [...groupBy(sessions, (session) => JSON.stringify(session.viewerOf(live))).values()];
  const viewers = alike.map(([one]) => one!.viewerOf(live));
  const ids = changed.map(({ id }) => id);
  const [found, besides] = await Promise.all([
    live.rowsFor(customerId, ids, viewers),
    live.besidesFor?.(customerId, viewers),
  ]);
  // Groups viewers who see the same rows, since most do.
  const numberOf = new Map<object, number>();
  const pushes = new Map<string, Addressed>();
  for (const [index, to] of alike.entries()) {
    const viewer = viewers[index];
    const visible = found.filter(({ access }) => live.visibleTo(viewer, access));
    const rows = visible.map((row) => row.shownTo(viewer));
    const shown = new Set(visible.map(({ id }) => id));
    const wasSeen = (befores: unknown[]) => befores.some((access) => live.visibleTo(viewer, access));
    const gone = changed.filter(({ id, befores }) => !shown.has(id) && wasSeen(befores)).map(({ id }) => id);
    if (rows.length + gone.length === 0) continue;
    for (const row of rows) if (!numberOf.has(row)) numberOf.set(row, numberOf.size);
    const key = JSON.stringify([rows.map((row) => numberOf.get(row)), gone, besides?.[index]]);
    const same = pushes.get(key);
    if (same) same.to.push(...to);
    else
      pushes.set(key, {
        push: { view: live.view, position: set.position, rows, gone, ...besides?.[index], liveAt },
        to,
      });
  }
  return [...pushes.values()];
}

/**
 * Makes the pushes for changed rows of threads, for their followers. Reads each row once for all followers.
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
