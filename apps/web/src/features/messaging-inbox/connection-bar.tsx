import { useNetwork } from '@mantine/hooks';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './connection-bar.module.css';
import { useConnection } from '../../lib/live';

/** Says that nothing new comes in just now, and that what is sent waits. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  const { status } = useConnection();
  if (online && status !== 'lost') return null;
  return (
    <div className={classes.bar} role="status">
      <IconCloudOff size={14} aria-hidden />
      {t(online ? 'connection.reconnecting' : 'connection.offline')}
    </div>
  );
}
