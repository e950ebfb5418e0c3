import { IconAlertTriangle, IconCheck, IconChecks, IconClock, IconX, type Icon } from '@tabler/icons-react';
import type { EntryStatus } from '@parley/contracts/api/conversations';
import classes from './status-tick.module.css';

const icons: Partial<Record<EntryStatus, Icon>> = {
  pending: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  declined: IconX,
  unknown: IconAlertTriangle,
};

/** Icon for the delivery status of an outgoing message; the label is the status in words. */
export function StatusTick({
  status,
  label,
  size = 15,
}: {
  status: EntryStatus;
  label: string;
  size?: number;
}) {
  const TickIcon = icons[status];
  if (!TickIcon) return null;
  return (
    <span className={classes.tick} data-status={status} role="img" aria-label={label} title={label}>
      <TickIcon size={size} stroke={2} aria-hidden />
    </span>
  );
}
