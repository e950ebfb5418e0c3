import { NavLink } from 'react-router-dom';
import { menuOf } from '../lib/feature';
import { may, useMe } from '../lib/me';
import { useTranslation } from '../lib/translation';
import classes from './contacts-nav.module.css';

/** Tabs of the pages about contacts, contributed by all features. */
export function ContactsNav() {
  const { t, language } = useTranslation();
  const { ability } = useMe();
  const entries = menuOf('contacts').filter(({ requires }) => may(ability, requires));
  return (
    <nav className={classes.nav} aria-label={t('nav.contacts')}>
      {entries.map(({ to, name }) => (
        <NavLink key={to} to={to} end>
          {name[language]}
        </NavLink>
      ))}
    </nav>
  );
}
