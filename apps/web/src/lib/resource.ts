import type { CommandResponse } from '@parley/contracts/api/conversations';
import { api } from './api-client';
import { useCommand, type ChangedCategories, type CommandOptions } from './use-command';

/**
 * A kind of entity with one API: created by `POST <path>`, changed by `PATCH <path>/<id>` and deleted by `DELETE
 * <path>/<id>`.
 */
export interface Resource extends CommandOptions {
  /** Path of the API, such as `/api/v3/teams`. */
  path: string;
  categories: ChangedCategories;
}

/**
 * Mutation that changes an entity, or creates one if no id is given. Pass only the fields that the user changed, so
 * that colleagues' changes to other fields survive. Repeating a creation before its response has come creates one
 * entity.
 */
export function useSave<Fields>({ path, categories, ...options }: Resource, id?: string) {
  const [method, url] = id === undefined ? (['POST', path] as const) : (['PATCH', `${path}/${id}`] as const);
  return useCommand(
    categories,
    (body: Partial<Fields>) => api<CommandResponse>(url, { method, body, makes: id === undefined }),
    options,
  );
}

export function useDelete<Answer extends CommandResponse>(
  { path, categories, ...options }: Resource,
  id: string,
) {
  return useCommand(categories, (_: void) => api<Answer>(`${path}/${id}`, { method: 'DELETE' }), options);
}
