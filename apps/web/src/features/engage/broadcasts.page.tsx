import { Button, Group, Pagination, SegmentedControl, Text } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { broadcastStages, type BroadcastSummary, type LimitUse } from '@parley/contracts/api/broadcasts';
import { AddButton, EntityLink, EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { can, useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { broadcastsQuery, limitsQuery } from './engage-api';
import classes from './engage.module.css';
import { PhasePill } from './phase-pill';

/** The organisation's broadcasts, newest first. */
export function Component() {
  const { t } = useTranslation();
  const { ability } = useMe();
  const [params, setParams] = useSearchParams();
  const stage = broadcastStages.find((known) => known === params.get('stage')) ?? null;
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  const query = useQuery(broadcastsQuery(page, stage));
  const show = (to: { stage: string | null; page?: number }) =>
    setParams({ ...(to.stage && { stage: to.stage }), ...(to.page && { page: String(to.page) }) });
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
      <MonthUse />
      <SegmentedControl
        mb="md"
        aria-label={t('engage.stageLabel')}
        value={stage ?? 'all'}
        onChange={(value) => show({ stage: value === 'all' ? null : value })}
        data={(['all', ...broadcastStages] as const).map((value) => ({
          value,
          label: t(`engage.stage.${value}`),
        }))}
      />
      <Loadable query={query} failed={t('engage.failed')}>
        {({ data, pageCount }) => (
          <>
            {stage && data.length === 0 ? (
              <Group>
                <Text c="dimmed">{t('engage.nothingMatches')}</Text>
                <Button variant="default" size="compact-md" onClick={() => show({ stage: null })}>
                  {t('engage.clearFilters')}
                </Button>
              </Group>
            ) : (
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
            )}
            {pageCount > 1 && (
              <Pagination
                mt="md"
                total={pageCount}
                value={page}
                onChange={(to) => show({ stage, page: to })}
              />
            )}
          </>
        )}
      </Loadable>
    </SettingsPage>
  );
}

/** Use of the monthly message limits; shows nothing if there are none. */
function MonthUse() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { data: limits } = useQuery(limitsQuery);
  if (!limits) return null;
  const uses: [string, LimitUse][] = [
    [t('engage.messagesLimit'), limits.messages],
    [t('engage.contactsLimit'), limits.contacts],
  ];
  const words = uses
    .filter(([, { limit }]) => limit >= 0)
    .map(
      ([name, { limit, used }]) =>
        `${name}: ${t('engage.repliesOf', { replied: number(used), sent: number(limit) })}`,
    );
  if (words.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {words.join(' · ')}
    </Text>
  );
}

function Row({ broadcast }: { broadcast: BroadcastSummary }) {
  const { t } = useTranslation();
  const { number, full } = useFormats();
  const { id, name, phase, counts, startsAt, changedAt, waitsUntil } = broadcast;
  const isDraft = phase === 'draft';
  return (
    <EntityLink to={isDraft ? `/engage/edit?id=${id}` : `/engage/list/${broadcast.number}`}>
      <span className={classes.row}>
        <span className={classes.name}>{name || t('engage.unnamed')}</span>
        <span>
          <PhasePill phase={phase} />
        </span>
        <span className={classes.dimmed}>
          {waitsUntil ? t('engage.metaWaits', { time: full(waitsUntil) }) : full(startsAt ?? changedAt)}
        </span>
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
