import { Badge } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ContactListResponse } from '@parley/contracts/api/contact-lists';
import { ContactsNav } from '@parley/ui/contacts-nav';
import { AddButton, EntityLink, EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { can, useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import classes from './contact-lists.module.css';
import { listsQuery } from './lists-api';

/** The organisation's lists, with the number of members. */
export function Component() {
  const { t } = useTranslation();
  const { ability } = useMe();
  const query = useQuery(listsQuery);
  const add = can(ability, 'create', 'contactLists') && (
    <AddButton to="/contacts/lists/add">{t('contactLists.create')}</AddButton>
  );
  return (
    <SettingsPage wide title={t('contactLists.title')} actions={add}>
      <ContactsNav />
      <Loadable query={query} failed={t('contactLists.failed')}>
        {(lists) => (
          <EntityList
            label={t('contactLists.title')}
            entities={lists}
            empty={{
              icon: <IconList stroke={1.4} />,
              title: t('contactLists.none'),
              text: t('contactLists.noneText'),
            }}
          >
            {(list) => <Row key={list.id} list={list} />}
          </EntityList>
        )}
      </Loadable>
    </SettingsPage>
  );
}

function Row({ list }: { list: ContactListResponse }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <EntityLink to={`/contacts/lists/${list.id}`}>
      <span className={classes.row}>
        <span className={classes.name}>{list.name}</span>
        <span className={classes.dimmed}>
          {list.isArchived ? (
            <Badge color="gray">{t('contactLists.archived')}</Badge>
          ) : list.isInvalid ? (
            <Badge color="red">{t('contactLists.invalid')}</Badge>
          ) : (
            t(list.conditions ? 'contactLists.live' : 'contactLists.fixed')
          )}
        </span>
        <span className={classes.number}>
          {t('contactLists.members', { count: list.members, formatted: number(list.members) })}
        </span>
        <span className={`${classes.number} ${classes.dimmed}`}>
          {t('contactLists.optedOut', { formatted: number(list.optedOut) })}
        </span>
      </span>
    </EntityLink>
  );
}
