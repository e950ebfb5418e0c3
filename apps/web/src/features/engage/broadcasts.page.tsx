import { useState } from 'react';
import { Button, Pagination } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { BroadcastSummary } from '@parley/contracts/api/broadcasts';
import { AddButton, EntityLink, EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { can, useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { broadcastsQuery } from './engage-api';
import classes from './engage.module.css';
import { PhasePill } from './phase-pill';

/** The broadcasts of the organisation, newest first. */
export function Component() {
  const { t } = useTranslation();
  const { ability } = useMe();
  const [page, setPage] = useState(1);
  const query = useQuery(broadcastsQuery(page));
  const actions = (
    <>
      <Button component={Link} to="/engage/rate-limits" variant="default">
        {t('engage.limits')}
      </Button>
      {can(ability, 'create', 'engage') && <AddButton to="/engage/create">{t('engage.create')}</AddButton>}
    </>
  );
  return (
    <SettingsPage wide title={t('engage.title')} actions={actions}>
      <Loadable query={query} failed={t('engage.failed')}>
        {({ data, pageCount }) => (
          <>
            <EntityList
              label={t('engage.title')}
              entities={data}
              empty={{
                icon: <IconSpeakerphone stroke={1.4} />,
                title: t('engage.none'),
                text: t('engage.noneText'),
              }}
            >
              {(broadcast) => <Row key={broadcast.id} broadcast={broadcast} />}
            </EntityList>
            {pageCount > 1 && <Pagination mt="md" total={pageCount} value={page} onChange={setPage} />}
          </>
        )}
      </Loadable>
    </SettingsPage>
  );
}

function Row({ broadcast }: { broadcast: BroadcastSummary }) {
  const { t } = useTranslation();
  const { number, full } = useFormats();
  const { id, name, phase, counts, startsAt, changedAt } = broadcast;
  const isDraft = phase === 'draft';
  return (
    <EntityLink to={isDraft ? `/engage/edit?id=${id}` : `/engage/list/${broadcast.number}`}>
      <span className={classes.row}>
        <span className={classes.name}>{name || t('engage.unnamed')}</span>
        <span>
          <PhasePill phase={phase} />
        </span>
        <span className={classes.dimmed}>{full(startsAt ?? changedAt)}</span>
        {!isDraft && (
          <>
            <span className={classes.number}>{t('engage.sentOf', { formatted: number(counts.sent) })}</span>
            <span className={classes.number}>{t('engage.readOf', { formatted: number(counts.read) })}</span>
            <span className={classes.number}>
              {t('engage.repliedOf', { formatted: number(counts.replied) })}
            </span>
          </>
        )}
      </span>
    </EntityLink>
  );
}
