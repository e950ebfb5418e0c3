import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type UseMutationOptions,
} from '@tanstack/react-query';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { SettingsCategory } from '@parley/contracts/events/domain-event';
import { refetchChanged } from './changed-settings';
import { RequestFailed } from './problem';

/** The settings categories that a command changes, whose lists are refetched. */
export type ChangedCategories = SettingsCategory | SettingsCategory[];

export interface CommandOptions {
  /** Whether the mutation succeeds only once the lists of these settings are refetched. */
  untilShown?: boolean;
}

/**
 * Mutation for a command that changes settings; refetches them without waiting for the push. A refusal because a
 * colleague was faster (404, 409) refetches them, too, so that the page shows the colleague's change.
 */
export function useCommand<Given, Answer extends CommandResponse>(
  categories: ChangedCategories,
  command: (given: Given) => Promise<Answer>,
  options?: CommandOptions,
) {
  return useMutation(commandOn(useQueryClient(), categories, command, options));
}

/** Mutation options for `useCommand`. */
export function commandOn<Given, Answer extends CommandResponse>(
  client: QueryClient,
  categories: ChangedCategories,
  command: (given: Given) => Promise<Answer>,
  { untilShown = false }: CommandOptions = {},
): UseMutationOptions<Answer, Error, Given> {
  const refetch = (position: string) => refetchChanged(client, { categories: [categories].flat(), position });
  return {
    mutationFn: command,
    onSuccess: ({ position }) => {
      const shown = refetch(position);
      return untilShown ? shown : undefined;
    },
    onError: (error) => {
      if (isLostRace(error)) void refetch('');
    },
  };
}

function isLostRace(error: Error): boolean {
  return error instanceof RequestFailed && (error.status === 404 || error.status === 409);
}
