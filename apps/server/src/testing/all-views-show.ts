import type { Engines } from '../engines';
import { views } from '../features';

/**
 * Waits for all views at once. One after the other takes longer: a view that gathers events rests for up to a second
 * unless somebody waits for it.
 * @param position by default, that of the newest event
 * @returns the position
 * @throws Error that names the views which do not show it in time
 */
export async function allViewsShow(
  engines: Pick<Engines, 'store' | 'views'>,
  position?: string,
  timeoutMs = 30_000,
): Promise<string> {
  const wanted = position ?? (await engines.store.head()) ?? '';
  const reached = await Promise.all(views.map(({ name }) => engines.views.waitFor(name, wanted, timeoutMs)));
  const behind = views.filter((_, index) => !reached[index]).map(({ name }) => name);
  if (behind.length > 0) throw new Error(`These views do not show ${wanted}: ${behind.join(', ')}`);
  return wanted;
}
