import { useState } from 'react';
import { ActionIcon, Anchor, Menu } from '@mantine/core';
import { IconBookmark, IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { SegmentResponse } from '@parley/contracts/api/contact-settings';
import { ConfirmDialog } from '@parley/ui/dialog';
import { EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { can, useMe } from '../../lib/me';
import { useDelete } from '../../lib/resource';
import { useTranslation } from '../../lib/translation';
import { ContactsNav } from '../../ui/contacts-nav';
import { useSentence } from './condition-chips';
import { segments, segmentsQuery } from './contacts-api';
import classes from './contacts.module.css';
import { SegmentDialog } from './segment-dialog';

/** Page of the shared segments and the user's own. Each links to the contacts that match it. */
export function Component() {
  const { t } = useTranslation();
  const query = useQuery(segmentsQuery);
  return (
    <SettingsPage wide title={t('contacts.segment.title')} intro={t('contacts.segment.intro')}>
      <ContactsNav />
      <Loadable query={query} failed={t('contacts.segment.failed')}>
        {(all) => (
          <EntityList
            label={t('contacts.segment.title')}
            entities={all}
            empty={{
              icon: <IconBookmark stroke={1.4} />,
              title: t('contacts.segment.none'),
              text: t('contacts.segment.noneText'),
            }}
          >
            {(segment) => <Row key={segment.id} segment={segment} />}
          </EntityList>
        )}
      </Loadable>
    </SettingsPage>
  );
}

function Row({ segment }: { segment: SegmentResponse }) {
  const { t } = useTranslation();
  const { ability } = useMe();
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  const remove = useDelete(segments, segment.id);
  const sentence = useSentence();
  const words = segment.conditions.groups
    .map((group) => group.conditions.map(sentence).join(t(`contacts.segment.${group.match}`)))
    .join(t(`contacts.segment.${segment.conditions.match}`));
  const mayChange = segment.visibility === 'me' || can(ability, 'update', 'sharedSegments');
  return (
    <li className={classes.tools}>
      <Anchor
        component={Link}
        to={`/contacts?${new URLSearchParams({ where: JSON.stringify(segment.conditions) }).toString()}`}
      >
        {segment.name}
      </Anchor>
      <span>{words}</span>
      <span className={classes.space} />
      <span>{t(`contacts.segment.for.${segment.visibility}`)}</span>
      {mayChange && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('contacts.segment.more', { name: segment.name })}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setAsked('edit')}>{t('contacts.segment.edit')}</Menu.Item>
            <Menu.Item color="red" onClick={() => setAsked('delete')}>
              {t('contacts.segment.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {asked === 'edit' && (
        <SegmentDialog segment={segment} conditions={segment.conditions} onClose={() => setAsked(null)} />
      )}
      <ConfirmDialog
        opened={asked === 'delete'}
        title={t('contacts.segment.deleteTitle', { name: segment.name })}
        confirm={t('contacts.segment.delete')}
        action={() => remove.mutateAsync()}
        onDone={() => setAsked(null)}
        onClose={() => setAsked(null)}
      >
        {t('contacts.segment.deleteText')}
      </ConfirmDialog>
    </li>
  );
}
