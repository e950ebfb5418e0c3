import { Badge, EmptyState, Button, Tabs } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { AppResponse, CatalogueAppResponse } from '@parley/contracts/api/apps';
import { EntityLink, List } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import { catalogueQuery } from './apps-api';
import classes from './apps.module.css';
import { StateBadge } from './state-badge';

/** The organisation's apps, and a tab with the apps that it can install. */
export function Component() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'marketplace' ? 'marketplace' : 'installed';
  const open = (chosen: string | null) =>
    setParams(chosen === 'marketplace' ? { tab: chosen } : {}, { replace: true });
  return (
    <SettingsPage wide title={t('apps.title')}>
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List aria-label={t('apps.title')}>
          <Tabs.Tab value="installed">{t('apps.installed')}</Tabs.Tab>
          <Tabs.Tab value="marketplace">{t('apps.marketplace')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab} pt={16}>
          <Loadable query={useQuery(catalogueQuery)} failed={t('apps.failed')}>
            {(apps) => <Rows apps={apps} tab={tab} onBrowse={() => open('marketplace')} />}
          </Loadable>
        </Tabs.Panel>
      </Tabs>
    </SettingsPage>
  );
}

/** Sort order of the apps: those that need attention come first. */
const urgency = { broken: 0, active: 1, off: 2, uninstalled: 3 } as const;
const urgencyOf = ({ state, isRefused }: AppResponse) =>
  urgency[state === 'active' && isRefused ? 'broken' : state];

function Rows({
  apps,
  tab,
  onBrowse,
}: {
  apps: CatalogueAppResponse[];
  tab: 'installed' | 'marketplace';
  onBrowse: () => void;
}) {
  const { t } = useTranslation();
  const shown =
    tab === 'marketplace'
      ? apps
      : apps
          .filter(({ installed }) => installed !== null)
          .sort((a, b) => urgencyOf(a.installed!) - urgencyOf(b.installed!));
  if (shown.length === 0) {
    return (
      <EmptyState icon={<IconApps stroke={1.4} />} title={t('apps.none')} description={t('apps.noneText')}>
        {tab === 'installed' && (
          <EmptyState.Actions>
            <Button onClick={onBrowse}>{t('apps.browse')}</Button>
          </EmptyState.Actions>
        )}
      </EmptyState>
    );
  }
  return (
    <List label={t(`apps.${tab}`)}>
      {shown.map((app) => (
        <Row key={app.manifest.packageName} app={app} />
      ))}
    </List>
  );
}

function Row({ app: { manifest, installed } }: { app: CatalogueAppResponse }) {
  const { t, language } = useTranslation();
  const places = Object.keys(manifest.places) as (keyof typeof manifest.places)[];
  return (
    <EntityLink to={`/apps/${manifest.packageName}`} className={classes.row}>
      <span className={classes.name}>{manifest.name}</span>
      <span className={classes.badges}>
        {installed?.update && (
          <Badge variant="default">{t('apps.updateShort', { version: installed.update.version })}</Badge>
        )}
        {installed && <StateBadge app={installed} />}
      </span>
      <span className={classes.description}>{manifest.description[language]}</span>
      <span className={classes.facts}>
        {[
          manifest.publisher,
          installed?.version ?? manifest.version,
          ...places.map((place) => t(`apps.place.${place}`)),
        ].join(' · ')}
      </span>
    </EntityLink>
  );
}
