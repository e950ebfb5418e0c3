import { Suspense } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, Navigate, NavLink, Outlet, useMatch } from 'react-router-dom';
import { menuOf } from '../../lib/feature';
import { may, useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import classes from './settings.layout.module.css';

const sections = ['mine', 'organisation', 'developers'] as const;

/** Window width from which the menu fits beside a page; must equal the value in the style sheet. */
const wide = '(min-width: 64em)';

/** Layout of the settings: the menu is beside each page, or on narrow screens on a separate page. */
export function Component() {
  const { t } = useTranslation();
  const isAtStart = useMatch('/settings') !== null;
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  if (isAtStart && isWide) return <Navigate to="/settings/account" replace />;
  return (
    <div className={classes.layout} data-at-start={isAtStart || undefined}>
      <Navigation />
      <div className={classes.content}>
        <Link to="/settings" className={classes.back} aria-label={t('settings.back')}>
          <IconChevronLeft size={18} aria-hidden />
          {t('settings.label')}
        </Link>
        <div className={classes.page}>
          <Suspense>
            <Outlet />
          </Suspense>
        </div>
      </div>
    </div>
  );
}

/** Links to the settings pages that the user can open. */
function Navigation() {
  const { t, language } = useTranslation();
  const { ability } = useMe();
  const entries = menuOf('settings').filter(({ requires }) => may(ability, requires));
  const mine = sections
    .map((name) => ({ name, links: entries.filter(({ section }) => section === name) }))
    .filter(({ links }) => links.length > 0);
  return (
    <nav className={classes.nav} aria-label={t('settings.label')}>
      <h2 className={classes.title}>{t('settings.label')}</h2>
      {mine.map(({ name, links }) => (
        <div key={name} className={classes.section}>
          <h3 className={classes.heading}>{t(`settings.section.${name}`)}</h3>
          <ul className={classes.links}>
            {links.map(({ to, name: names }) => (
              <li key={to}>
                <NavLink to={to} className={classes.link} data-tour={to}>
                  {names[language]}
                  <IconChevronRight size={16} className={classes.chevron} aria-hidden />
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
