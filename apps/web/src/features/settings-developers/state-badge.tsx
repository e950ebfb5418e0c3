import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPlayerPause,
  IconPlayerSkipForward,
  IconX,
} from '@tabler/icons-react';
import classes from './state-badge.module.css';

const icons = {
  worked: IconCheck,
  waiting: IconClock,
  paused: IconPlayerPause,
  skipped: IconPlayerSkipForward,
  failed: IconX,
  stopped: IconAlertTriangle,
};

export function StateBadge({ state, children }: { state: keyof typeof icons; children: React.ReactNode }) {
  const StateIcon = icons[state];
  return (
    <Badge
      variant="default"
      leftSection={
        <StateIcon size={12} stroke={2.5} className={classes.icon} data-state={state} aria-hidden />
      }
    >
      {children}
    </Badge>
  );
}
