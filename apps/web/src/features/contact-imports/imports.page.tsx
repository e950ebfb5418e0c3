import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ContactImport } from '@parley/contracts/api/contact-imports';
import { AddButton, EntityLink, EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useUsersById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { can, useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { ContactsNav } from '../../ui/contacts-nav';
import classes from './contact-imports.module.css';
import { importsQuery } from './imports-api';

/** Lists the imports of the last thirty days. */
export function Component() {
  const { t } = useTranslation();
  const { ability } = useMe();
  const query = useQuery(importsQuery);
  const add = can(ability, 'create', 'contactImports') && (
    <AddButton to="/contacts/imports/add">{t('imports.add')}</AddButton>
  );
  return (
    <SettingsPage wide title={t('imports.title')} intro={t('imports.intro')} actions={add}>
      <ContactsNav />
      <Loadable query={query} failed={t('imports.failed')}>
        {(imports) => (
          <EntityList
            label={t('imports.title')}
            entities={imports}
            empty={{
              icon: <IconFileImport stroke={1.4} />,
              title: t('imports.none'),
              text: t('imports.noneText'),
            }}
          >
            {(one) => <Row key={one.id} one={one} />}
          </EntityList>
        )}
      </Loadable>
    </SettingsPage>
  );
}

function Row({ one }: { one: ContactImport }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const users = useUsersById();
  return (
    <EntityLink to={`/contacts/imports/${one.id}`}>
      <span className={classes.row}>
        <span className={classes.name}>{one.fileName}</span>
        <span className={classes.dimmed}>{useOutcome(one)}</span>
        <span className={classes.dimmed}>
          {t('imports.by', { name: users.get(one.userId)?.displayName ?? '', time: full(one.createdAt) })}
        </span>
      </span>
    </EntityLink>
  );
}

function useOutcome({ step, isStepDone, rows, imported, undone }: ContactImport): string {
  const { t } = useTranslation();
  const { number } = useFormats();
  const many = (count: number) => ({ count, formatted: number(count) });
  if (step === 'undo') return t('imports.undoneRows', many(undone));
  if (step === 'import')
    return t(isStepDone ? 'imports.importedRows' : 'imports.importedSoFar', many(imported));
  return t('imports.rows', many(rows));
}
