import { useState } from 'react';
import { Anchor, Button, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { DashboardResponse, RatedLine } from '@parley/contracts/api/insights';
import { useTagsById, useUsersById } from '../../lib/directory';
import { shownNumber } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import { FactList } from './fact-list';
import { FilterBar } from './filter-bar';
import { useAsked, useFilters } from './filters';
import classes from './insights.module.css';
import { satisfactionQuery } from './insights-api';
import { daysText } from './periods';
import { shownShare } from './values';
import { WithDashboard } from './with-dashboard';

/** Page of the ratings of archived conversations: numbers, ratings by agent and tag, and each comment. */
export function Component() {
  const { t } = useTranslation();
  return (
    <WithDashboard title={t('insights.satisfaction.title')} skeleton={{ rows: 2, height: 300 }}>
      {(loaded) => <Report {...loaded} />}
    </WithDashboard>
  );
}

function Report({ timeZone }: DashboardResponse) {
  const { t, language } = useTranslation();
  const { filters, change } = useFilters();
  const asked = useAsked(filters, timeZone);
  const { data, error, isPending, refetch } = useQuery(satisfactionQuery(asked));
  const users = useUsersById();
  const tags = useTagsById();
  const [shown, show] = useState<'scores' | 'comments'>('scores');
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <Title order={1} size={20}>
          {t('insights.satisfaction.title')}
        </Title>
        <Anchor component={Link} to="/insights" size="sm">
          {t('insights.satisfaction.back')}
        </Anchor>
      </div>
      <FilterBar filters={filters} days={asked} onChange={change} />
      <p className={classes.range}>
        {daysText(asked, language)}, {timeZone}
      </p>
      {isPending && <Skeleton height={200} radius={6} aria-label={t('common.loading')} />}
      {error && !data && (
        <div className={classes.state} role="alert">
          <Text size="sm">{errorText(codeOf(error))}</Text>
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {data && data.all.rated === 0 && (
        <p className={classes.state}>
          {t(data.asked === 0 ? 'insights.satisfaction.none' : 'insights.noData')}
        </p>
      )}
      {data && data.all.rated > 0 && (
        <div className={classes.report}>
          <Lines
            name={t('insights.satisfaction.all')}
            column={t('insights.satisfaction.answered')}
            lines={[data.all]}
            nameOf={() =>
              shownShare(data.all.rated, data.asked, (some, all) => t('insights.of', { some, all }))
            }
          />
          {data.agents && data.agents.length > 0 && (
            <Lines
              name={t('insights.satisfaction.agents')}
              column={t('insights.column.agent')}
              lines={data.agents}
              nameOf={(id) => users.get(id)?.displayName ?? t('insights.unknown')}
            />
          )}
          {data.tags.length > 0 && (
            <Lines
              name={t('insights.satisfaction.tags')}
              column={t('insights.column.tag')}
              lines={data.tags}
              nameOf={(id) => tags.get(id)?.name ?? t('insights.unknown')}
            />
          )}
          <section className={classes.card} aria-label={t('insights.satisfaction.list')}>
            <SegmentedControl
              aria-label={t('insights.satisfaction.list')}
              value={shown}
              onChange={(value) => show(value)}
              data={(['scores', 'comments'] as const).map((value) => ({
                value,
                label: t(`insights.satisfaction.${value}`),
              }))}
            />
            <FactList key={shown} question={{ ...asked, metric: `metrics/satisfaction/${shown}` }} />
          </section>
        </div>
      )}
    </div>
  );
}

interface LinesProps {
  name: string;
  column: string;
  lines: RatedLine[];
  nameOf: (id: string) => string;
}

function Lines({ name, column, lines, nameOf }: LinesProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.card} aria-label={name}>
      <h2 className={classes.title}>{name}</h2>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={name}>
        <table className={classes.table} aria-label={name}>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              <th scope="col">{t('insights.satisfaction.rated')}</th>
              <th scope="col">{t('insights.satisfaction.satisfied')}</th>
              <th scope="col">{t('insights.satisfaction.average')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, rated, satisfied, average }) => (
              <tr key={id}>
                <th scope="row">{nameOf(id ?? '')}</th>
                <td>{shownNumber(rated)}</td>
                <td>{shownShare(satisfied, rated, (some, all) => t('insights.of', { some, all }))}</td>
                <td>{average === null ? '–' : shownNumber(average)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
