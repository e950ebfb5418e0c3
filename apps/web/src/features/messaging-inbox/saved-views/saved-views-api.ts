import { savedFilterNames } from '@parley/contracts/api/chat-filters';
import type { SavedViewResponse } from '@parley/contracts/api/saved-views';
import { directoryQuery } from '../../../lib/directory';
import type { Resource } from '../../../lib/resource';
import { normalised, pathOf } from '../address';
import type { ListKey } from '../cache/list-page';

export const savedViewsQuery = directoryQuery<SavedViewResponse>('saved-views', ['savedView']);
export const savedViews: Resource = { path: '/api/v3/saved-views', categories: 'savedView' };

/**
 * Query string of a list for a saved view: without the page, and without the keyword, which may be a person's name.
 */
export function queryOf({ filter, ...list }: ListKey): string {
  const saved = Object.fromEntries(savedFilterNames.map((name) => [name, filter[name]]));
  const path = pathOf({ ...list, page: 1, filter: normalised(saved), chatId: null, entry: null });
  return path.slice(path.indexOf('?') + 1);
}
