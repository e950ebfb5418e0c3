import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockExclamation,
  IconPlugConnectedX,
  type Icon,
} from '@tabler/icons-react';
import { useNow } from '../../lib/clock';
import { useTranslation } from '../../lib/translation';
import { statusOf, type ChannelStatus } from './channel-status';
import classes from './channels.module.css';
import type { AdministeredChannel } from './channels-api';

const icons: Record<ChannelStatus, Icon> = {
  working: IconCircleCheck,
  quiet: IconCircleDashed,
  expiring: IconClockExclamation,
  expired: IconAlertTriangle,
  failing: IconAlertTriangle,
  stopped: IconAlertTriangle,
  disconnected: IconPlugConnectedX,
};

export function StatusBadge({ channel }: { channel: AdministeredChannel }) {
  const { t } = useTranslation();
  const status = statusOf(channel, useNow());
  const Mark = icons[status];
  return (
    <span className={classes.status} data-status={status}>
      <Mark size={15} stroke={1.8} aria-hidden />
      {t(`channels.status.${status}`)}
    </span>
  );
}
