import { useState } from 'react';
import { Anchor, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import {
  metricOf,
  metricPaths,
  type MetricDefinition,
  type MetricPath,
} from '@parley/contracts/api/insight-metrics';
import type { DashboardResponse } from '@parley/contracts/api/insights';
import { shownValue } from '@parley/contracts/api/insight-values';
import { shownNumber } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { FilterBar } from './filter-bar';
import { useAsked, useFilters, type Asked } from './filters';
import classes from './insights.module.css';
import { versionQuery } from './insights-api';
import { WithDashboard } from './with-dashboard';

/** Page that explains how each number is counted and compares the versions of a definition over the same days. */
export function Component() {
  const { t } = useTranslation();
  return (
    <WithDashboard title={t('insights.definitions.title')} skeleton={{ rows: 4, height: 120 }}>
      {(loaded) => <Definitions {...loaded} />}
    </WithDashboard>
  );
}

function Definitions({ timeZone }: DashboardResponse) {
  const { t, language } = useTranslation();
  const { filters, change } = useFilters();
  const asked = useAsked(filters, timeZone);
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const found = metricPaths
    .map((path) => ({ ...metricOf(path), path }))
    .filter(({ name, path }) => `${name[language]} ${path}`.toLowerCase().includes(words));
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <Title order={1} size={20}>
          {t('insights.definitions.title')}
        </Title>
        <Anchor component={Link} to="/insights" size="sm">
          {t('insights.satisfaction.back')}
        </Anchor>
      </div>
      <FilterBar filters={filters} days={asked} onChange={change} />
      <TextInput
        aria-label={t('insights.definitions.search')}
        placeholder={t('insights.definitions.search')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        maxLength={100}
        onChange={(event) => setSearch(event.currentTarget.value)}
        maw={400}
      />
      {found.length === 0 && <p className={classes.state}>{t('insights.nothingFound')}</p>}
      <div className={classes.report}>
        {found.map((metric) => (
          <Definition key={metric.path} metric={metric} asked={asked} />
        ))}
      </div>
    </div>
  );
}

interface DefinitionProps {
  metric: MetricDefinition & { path: MetricPath };
  asked: Asked;
}

function Definition({ metric, asked }: DefinitionProps) {
  const { t, language } = useTranslation();
  const { path, name, unit, versions } = metric;
  const current = versions.at(-1)!.version;
  return (
    <section className={classes.card} aria-label={name[language]}>
      <h2 className={classes.title}>{name[language]}</h2>
      <Text size="xs" c="dimmed">
        <code>{path}</code> · {t('insights.unit', { unit: t(`insights.units.${unit}`) })}
      </Text>
      {versions.toReversed().map(({ version, since, formula }) => (
        <div key={version}>
          <Text size="xs" c="dimmed">
            {t(version === current ? 'insights.versionNow' : 'insights.versionThen', { version, since })}
          </Text>
          <Text size="sm">{formula[language]}</Text>
          {versions.length > 1 && <Says metric={metric} version={version} asked={asked} />}
        </div>
      ))}
    </section>
  );
}

/** The number that a single version of a definition counts in the chosen days. */
function Says({ metric, version, asked }: DefinitionProps & { version: number }) {
  const { t } = useTranslation();
  const isTime = metric.reckoning === 'durations';
  const { data, isPending } = useQuery(versionQuery(metric.path, { isTime, version }, asked));
  if (isPending) return <Skeleton height={18} aria-label={t('common.loading')} />;
  if (!data) return <Text size="sm">–</Text>;
  return (
    <Text size="sm" fw={600}>
      {isTime && `${shownValue(data.average, 'time')} · `}
      {t('insights.cases', { count: data.cases, formatted: shownNumber(data.cases) })}
    </Text>
  );
}
