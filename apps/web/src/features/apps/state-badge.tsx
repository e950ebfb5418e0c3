import { Badge } from '@mantine/core';
import type { AppResponse, AppState } from '@parley/contracts/api/apps';
import { useTranslation } from '../../lib/translation';

const colours: Record<AppState, string> = {
  active: 'var(--green)',
  off: 'var(--mantine-color-dimmed)',
  uninstalled: 'var(--mantine-color-dimmed)',
  broken: 'var(--red)',
};

export function StateBadge({ app: { state, isRefused } }: { app: AppResponse }) {
  const { t } = useTranslation();
  const isSignedOut = state === 'active' && isRefused;
  return (
    <Badge
      variant="default"
      leftSection={
        <span aria-hidden style={{ color: colours[isSignedOut ? 'broken' : state] }}>
          ●
        </span>
      }
    >
      {t(isSignedOut ? 'apps.connect.reconnect' : `apps.state.${state}`)}
    </Badge>
  );
}
