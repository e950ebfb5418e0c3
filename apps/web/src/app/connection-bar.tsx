import { IconCloudOff } from '@tabler/icons-react';
import { useMatch } from 'react-router-dom';
import classes from './connection-bar.module.css';
import { useOutage, useRealtime } from '../lib/live';
import { useTranslation } from '../lib/translation';
import { useConnectionToasts } from './use-connection-toasts';

/**
 * Warns on every page while the realtime connection is lost; on pages with messages, adds that messages wait and are
 * sent later.
 */
export function ConnectionBar() {
  const { t } = useTranslation();
  useConnectionToasts(useRealtime());
  const outage = useOutage();
  const inboxes = [useMatch('/messaging-inbox/*'), useMatch('/email-inbox/*'), useMatch('/team-chat/*')];
  if (!outage) return null;
  const keepsMessages = inboxes.some((match) => match !== null);
  return (
    <div className={classes.bar} role="status">
      <IconCloudOff size={14} aria-hidden />
      <span>{t(keepsMessages ? `connection.${outage}` : `connection.${outage}Elsewhere`)}</span>
    </div>
  );
}
