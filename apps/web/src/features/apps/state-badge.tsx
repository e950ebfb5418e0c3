import { Badge } from '@mantine/core';
import type { AppState } from '@parley/contracts/api/apps';
import { useTranslation } from '../../lib/translation';

const colours: Record<AppState, string> = {
  active: 'var(--green)',
  off: 'var(--mantine-color-dimmed)',
  uninstalled: 'var(--mantine-color-dimmed)',
  broken: 'var(--red)',
};

/** How an app fares. */
export function StateBadge({ state }: { state: AppState }) {
  const { t } = useTranslation();
  return (
    <Badge
      variant="default"
      leftSection={
        <span aria-hidden style={{ color: colours[state] }}>
          ●
        </span>
      }
    >
      {t(`apps.state.${state}`)}
    </Badge>
  );
}
