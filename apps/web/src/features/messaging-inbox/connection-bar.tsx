import { IconCloudOff } from '@tabler/icons-react';
import classes from './connection-bar.module.css';
import { useOutage } from '../../lib/live';
import { useTranslation } from '../../lib/translation';

/** Says that nothing new comes in just now, and that what is sent waits. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const outage = useOutage();
  if (!outage) return null;
  return (
    <div className={classes.bar} role="status">
      <IconCloudOff size={14} aria-hidden />
      {t(`connection.${outage}`)}
    </div>
  );
}
