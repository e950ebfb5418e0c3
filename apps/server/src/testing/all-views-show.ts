import type { Engines } from '../engines';
import { views } from '../features';

type ReadSide = Pick<Engines, 'store' | 'views'>;

const allNames = views.map(({ name }) => name);

/**
 * Waits until every view shows the newest event, or the event at `position`.
 * @see viewsShow
 */
export function allViewsShow(engines: ReadSide, position?: string, timeoutMs?: number): Promise<string> {
  return viewsShow(engines, allNames, position, timeoutMs);
}

/**
 * Waits for several views together, which is faster than one after the other: a view that gathers events pauses for
 * up to a second, and a waiting caller ends that pause.
 * @param position by default, that of the newest event
 * @returns the position
 * @throws Error with the names of the views that do not show the position within `timeoutMs`
 */
export async function viewsShow(
  engines: ReadSide,
  names: readonly string[],
  position?: string,
  timeoutMs = 30_000,
): Promise<string> {
  const wanted = position ?? (await engines.store.head()) ?? '';
  const reached = await Promise.all(names.map((name) => engines.views.waitFor(name, wanted, timeoutMs)));
  const behind = names.filter((_, index) => !reached[index]);
  if (behind.length > 0) throw new Error(`These views do not show ${wanted}: ${behind.join(', ')}`);
  return wanted;
}
