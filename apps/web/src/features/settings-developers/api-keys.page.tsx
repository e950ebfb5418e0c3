import { Alert } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ApiKeyResponse } from '@parley/contracts/api/api-keys';
import { AddButton, EntityLink, EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { DeveloperTabs } from './developer-tabs';
import { StateBadge } from './state-badge';
import { apiKeysQuery } from './api-keys-api';
import classes from './api-keys.module.css';

/** Page of the API keys with which the organisation's programs use the API. */
export function Component() {
  const { t } = useTranslation();
  return (
    <SettingsPage
      title={t('apiKeys.title')}
      intro={t('apiKeys.intro')}
      actions={<AddButton to="/settings/developers/keys/add">{t('apiKeys.add')}</AddButton>}
    >
      <DeveloperTabs />
      <Loadable query={useQuery(apiKeysQuery)} failed={t('apiKeys.failed')}>
        {({ data, isEnabled }) => (
          <>
            {!isEnabled && (
              <Alert color="yellow" title={t('apiKeys.off')} mb={16}>
                {t('apiKeys.offText')}
              </Alert>
            )}
            <EntityList
              label={t('apiKeys.title')}
              entities={data}
              empty={{
                icon: <IconKey stroke={1.4} />,
                title: t('apiKeys.none'),
                text: t('apiKeys.noneText'),
              }}
            >
              {(key) => <Row key={key.id} apiKey={key} />}
            </EntityList>
          </>
        )}
      </Loadable>
    </SettingsPage>
  );
}

function Row({
  apiKey: { id, name, hint, rights, state, expiresAt, lastUsedAt },
}: {
  apiKey: ApiKeyResponse;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <EntityLink to={`/settings/developers/keys/${id}`} className={classes.row}>
      <span className={classes.name}>
        {name}
        {state !== 'active' && <StateBadge state="stopped">{t(`apiKeys.state.${state}`)}</StateBadge>}
      </span>
      <code className={classes.hint}>parley_…{hint}</code>
      <span className={classes.facts}>
        {[
          t('apiKeys.rightsCount', { count: rights.length }),
          expiresAt
            ? t('apiKeys.expiresOn', { date: formats.shortDay(expiresAt) })
            : t('apiKeys.neverExpires'),
          lastUsedAt ? t('apiKeys.usedAt', { time: formats.full(lastUsedAt) }) : t('apiKeys.neverUsed'),
        ].join(' · ')}
      </span>
    </EntityLink>
  );
}
