import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SmartRouteUse } from '@parley/contracts/api/smart-routes';
import { api, query } from '../lib/api-client';
import { can, useMe } from '../lib/me';
import { useTranslation } from '../lib/translation';

/** Maximum number of rules whose titles are shown. */
const MAX_TITLES = 3;

/** Warns a user who is about to delete an entity that routing rules refer to it. @param of the entity's id */
export function UsedByRules({ of }: { of: string }) {
  const { t, language } = useTranslation();
  const { ability } = useMe();
  const { data: uses = [] } = useQuery({
    queryKey: ['smart-route-uses', of] as const,
    queryFn: async ({ signal }) =>
      (await api<{ data: SmartRouteUse[] }>(`/api/v3/smart-route-uses${query({ of })}`, { signal })).data,
    enabled: can(ability, 'read', 'smart-routing'),
    staleTime: 0,
  });
  if (uses.length === 0) return null;
  const titles = uses.slice(0, MAX_TITLES).map(({ title }) => title);
  const shown = uses.length > MAX_TITLES ? [...titles, '…'] : titles;
  return (
    <Text component="span" display="block" mt={8}>
      {t('usedByRules.text', {
        count: uses.length,
        titles: new Intl.ListFormat(language, { type: 'unit' }).format(shown),
      })}
    </Text>
  );
}
