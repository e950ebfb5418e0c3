import { Suspense } from 'react';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { can, useMe } from '../../lib/me';
import { sections, type SettingsLink } from './sections';
import classes from './settings.layout.module.css';

/** The settings' own navigation beside each of their pages; on narrow screens a select above it. */
export function Component() {
  const { t } = useTranslation();
  const { ability } = useMe();
  const mine = sections
    .map(({ name, links }) => ({
      name,
      links: links.filter(({ action, subject }) => can(ability, action, subject)),
    }))
    .filter(({ links }) => links.length > 0);
  return (
    <div className={classes.layout}>
      <nav className={classes.nav} aria-label={t('settings.label')}>
        <h2 className={classes.title}>{t('settings.label')}</h2>
        {mine.map(({ name, links }) => (
          <div key={name} className={classes.section}>
            <h3 className={classes.heading}>{t(`settings.section.${name}`)}</h3>
            <ul className={classes.links}>
              {links.map(({ to, name: link }) => (
                <li key={to}>
                  <NavLink to={to} className={classes.link}>
                    {t(`settings.page.${link}`)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <PageSelect links={mine.flatMap(({ links }) => links)} />
      <div className={classes.content}>
        <Suspense>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}

function PageSelect({ links }: { links: SettingsLink[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const shown = links.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <NativeSelect
      className={classes.select}
      aria-label={t('settings.label')}
      value={shown?.to ?? ''}
      onChange={(event) => void navigate(event.currentTarget.value)}
      data={links.map(({ to, name }) => ({ value: to, label: t(`settings.page.${name}`) }))}
    />
  );
}
