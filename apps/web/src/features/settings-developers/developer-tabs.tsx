import { NavLink } from 'react-router-dom';
import { useTranslation } from '../../lib/translation';
import classes from './developer-tabs.module.css';

const base = '/settings/developers';

/** Tabs of the pages for developers. */
export function DeveloperTabs() {
  const { t } = useTranslation();
  const tabs = [
    { to: `${base}/keys`, label: t('apiKeys.title') },
    { to: `${base}/webhooks`, label: t('webhooks.title') },
    { to: `${base}/events`, label: t('developers.eventsTitle') },
  ];
  return (
    <nav className={classes.tabs} aria-label={t('developers.tabs')}>
      {tabs.map(({ to, label }) => (
        <NavLink key={to} to={to} className={classes.tab}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
