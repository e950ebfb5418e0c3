import { Badge } from '@mantine/core';
import type { AppState } from '@parley/contracts/api/apps';
import { useTranslation } from '../../lib/translation';

const colours: Record<AppState, string> = {
  active: 'green',
  off: 'gray',
  uninstalled: 'gray',
  broken: 'red',
};

/** How an app fares. */
export function StateBadge({ state }: { state: AppState }) {
  const { t } = useTranslation();
  return (
    <Badge variant="light" color={colours[state]}>
      {t(`apps.state.${state}`)}
    </Badge>
  );
}
