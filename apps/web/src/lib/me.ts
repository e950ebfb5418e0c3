import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { AbilityRule, PermissionsResponse } from '@parley/contracts/api/access';
import type { UserSettingName } from '@parley/contracts/events/user.events';
import { api } from './api-client';
import { freshest } from './directory';
import { browserLanguage } from './i18n';

/** Who signed in, their organisation, settings and abilities. */
export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) =>
    freshest<PermissionsResponse>('permissions', '/api/gateway/v1/auth/permissions', signal),
  staleTime: 5 * 60_000,
});

export function useMe(): PermissionsResponse {
  return useSuspenseQuery(permissionsQuery).data;
}

/** Whether the rules allow an action. The server decides; the client only hides what would be refused. */
export function can(rules: AbilityRule[], action: string, subject: string): boolean {
  return rules.some(
    (rule) =>
      (rule.action === action || rule.action === 'manage') &&
      (rule.subject === subject || rule.subject === 'all'),
  );
}

/** The server says what holds, chosen or not; until a language is chosen, the browser's is spoken. */
export function settingOf(me: PermissionsResponse, name: UserSettingName): string {
  const held = me.user.settings.find((setting) => setting.name === name);
  return held?.value ?? (name === 'language' ? browserLanguage() : '');
}

export function useSetting(name: UserSettingName): string {
  return settingOf(useMe(), name);
}

/** Changes one's own settings: shown at once, taken back when the server refuses. */
export function useChangeSetting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { name: UserSettingName; value: string }) => {
      const me = client.getQueryData(permissionsQuery.queryKey);
      return api(`/api/v3/users/${me?.user.id}`, { method: 'PATCH', body: { settings: [change] } });
    },
    onMutate: (change) => {
      const before = client.getQueryData(permissionsQuery.queryKey);
      client.setQueryData(permissionsQuery.queryKey, (me) => me && withSetting(me, change));
      return { before };
    },
    onError: (_error, _change, context) => {
      client.setQueryData(permissionsQuery.queryKey, context?.before);
    },
  });
}

function withSetting(me: PermissionsResponse, change: { name: string; value: string }): PermissionsResponse {
  const others = me.user.settings.filter((setting) => setting.name !== change.name);
  return { ...me, user: { ...me.user, settings: [...others, change] } };
}
