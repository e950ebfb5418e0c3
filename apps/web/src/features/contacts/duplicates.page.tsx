import { useState } from 'react';
import { EmptyState } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import { ContactsNav } from '../../ui/contacts-nav';
import { Comparison } from './comparison';
import { duplicatesQuery, nameOf } from './contacts-api';
import classes from './contacts.module.css';
import { useKeys } from './use-keys';

/** Suggests contacts who may be the same person: the user merges them or marks them as different people. */
export function Component() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [of, other] = [params.get('of'), params.get('with')];
  return (
    <SettingsPage wide title={t('contacts.duplicates.title')} intro={t('contacts.duplicates.intro')}>
      <ContactsNav />
      {of && other ? <Chosen of={of} other={other} /> : <Suggested />}
    </SettingsPage>
  );
}

/** Compares two contacts that the user chose. */
function Chosen({ of, other }: { of: string; other: string }) {
  const { t } = useTranslation();
  const [isSettled, setSettled] = useState(false);
  return (
    <>
      <p>
        <Link className={classes.link} to={`/contacts/${of}`}>
          {t('contacts.duplicates.toContact')}
        </Link>
      </p>
      {!isSettled && (
        <Comparison key={`${of}/${other}`} ids={[of, other]} onSettled={() => setSettled(true)} />
      )}
    </>
  );
}

function Suggested() {
  const { t } = useTranslation();
  const query = useQuery(duplicatesQuery);
  const [at, setAt] = useState(0);
  const groups = query.data ?? [];
  const shown = Math.min(at, groups.length - 1);
  useKeys({
    j: () => setAt(Math.min(shown + 1, groups.length - 1)),
    k: () => setAt(Math.max(shown - 1, 0)),
  });
  return (
    <Loadable query={query} failed={t('contacts.duplicates.failed')} skeleton={{ rows: 6, height: 56 }}>
      {(all) => {
        const group = all[shown];
        const [one, two] = group?.contacts ?? [];
        if (!group || !one || !two) {
          return (
            <EmptyState
              icon={<IconUsers stroke={1.4} />}
              title={t('contacts.duplicates.none')}
              description={t('contacts.duplicates.noneText')}
            />
          );
        }
        return (
          <div className={classes.duplicates}>
            <ul className={classes.queue} aria-label={t('contacts.duplicates.title')}>
              {all.map(({ why, contacts }, index) => (
                <li key={contacts.map(({ id }) => id).join()}>
                  <button
                    type="button"
                    aria-current={index === shown || undefined}
                    onClick={() => setAt(index)}
                  >
                    <strong>{contacts.map(nameOf).join(' – ')}</strong>
                    <small>{t(`contacts.duplicates.why.${why}`)}</small>
                  </button>
                </li>
              ))}
            </ul>
            {/* Compares the first two contacts of a group; the others follow when the user has merged or separated
                these. */}
            <Comparison key={`${one.id}/${two.id}`} ids={[one.id, two.id]} />
          </div>
        );
      }}
    </Loadable>
  );
}
