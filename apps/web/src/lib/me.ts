import { useSyncExternalStore } from 'react';
import { hashKey, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AbilityRule, PermissionsResponse } from '@parley/contracts/api/access';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { OnlineStatus, UserSettingName } from '@parley/contracts/events/user.events';
import { api } from './api-client';
import { notePosition, showsSettings } from './changed-settings';
import { freshest } from './directory';
import type { Ability } from './feature';
import { browserLanguage } from './i18n';

showsSettings('permissions', 'channel', 'customer', 'team', 'user');

/** Query for the signed-in user, their organisation, settings and abilities. */
export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) =>
    freshest<PermissionsResponse>('permissions', '/api/gateway/v1/auth/permissions', signal),
  staleTime: 5 * 60_000,
});

/** The signed-in user, with organisation, settings and abilities. Call it only below `SignedIn`, which loads them. */
export function useMe(): PermissionsResponse {
  const { subscribe, get } = heldBy(useQueryClient());
  const me = useSyncExternalStore(subscribe, get);
  if (!me) throw new Error('Nobody has signed in.');
  return me;
}

interface Held {
  subscribe: (listener: () => void) => () => void;
  get: () => PermissionsResponse | undefined;
}

const helds = new WeakMap<QueryClient, Held>();

/**
 * One cache subscription for all callers of `useMe`: each row of a list calls it several times, and a query observer
 * for each call would be slow.
 */
function heldBy(client: QueryClient): Held {
  let held = helds.get(client);
  if (!held) {
    const listeners = new Set<() => void>();
    const key = hashKey(permissionsQuery.queryKey);
    client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryHash === key) for (const listener of listeners) listener();
    });
    held = {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      get: () => client.getQueryData(permissionsQuery.queryKey),
    };
    helds.set(client, held);
  }
  return held;
}

/**
 * Whether the rules allow an action on a subject. The server enforces the rules; the client only hides actions that
 * the server would refuse.
 */
export function can(rules: AbilityRule[], action: string, subject: string): boolean {
  return rules.some(
    (rule) =>
      (rule.action === action || rule.action === 'manage') &&
      (rule.subject === subject || rule.subject === 'all'),
  );
}

/** Like `can`, for an ability in the form `<subject>:<action>`. */
export function may(rules: AbilityRule[], ability: Ability): boolean {
  const [subject = '', action = ''] = ability.split(':');
  return can(rules, action, subject);
}

/**
 * Value of a setting: the user's own or the server's default; for the language, as long as the user has chosen none,
 * the browser's.
 */
export function settingOf(me: PermissionsResponse, name: UserSettingName): string {
  const held = me.user.settings.find((setting) => setting.name === name);
  return held?.value ?? (name === 'language' ? browserLanguage() : '');
}

export function useSetting(name: UserSettingName): string {
  return settingOf(useMe(), name);
}

/**
 * Mutation that changes one of the user's own settings; shows the change at once and reverts it if the server
 * refuses.
 */
export function useChangeSetting() {
  return useChangeOwn<{ name: UserSettingName; value: string }>((user, change) => {
    const others = user.settings.filter((setting) => setting.name !== change.name);
    return {
      user: { ...user, settings: [...others, change] },
      patch: { settings: [change] },
    };
  });
}

/** Mutation that changes the user's online status, which colleagues see. */
export function useChangeStatus() {
  return useChangeOwn<OnlineStatus>((user, status) => ({ user: { ...user, status }, patch: { status } }));
}

type Own = PermissionsResponse['user'];

function useChangeOwn<Change>(apply: (user: Own, change: Change) => { user: Own; patch: object }) {
  const client = useQueryClient();
  const { queryKey } = permissionsQuery;
  return useMutation({
    mutationFn: async (change: Change) => {
      const { user } = await client.ensureQueryData(permissionsQuery);
      const { patch } = apply(user, change);
      return api<CommandResponse>(`/api/v3/users/${user.id}`, { method: 'PATCH', body: patch });
    },
    onMutate: async (change) => {
      // A response that is in flight would undo this change on the screen, so it is cancelled.
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (me) => me && { ...me, user: apply(me.user, change).user });
      return { before };
    },
    onSuccess: ({ position }) => notePosition('permissions', position),
    onError: (_error, _change, context) => {
      client.setQueryData(queryKey, context?.before);
    },
  });
}
