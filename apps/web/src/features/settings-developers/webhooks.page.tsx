import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { WebhookResponse } from '@parley/contracts/api/webhooks';
import { AddButton, EntityLink, EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { DeveloperTabs } from './developer-tabs';
import { StateBadge } from './state-badge';
import { webhooksQuery } from './webhooks-api';
import classes from './webhooks.module.css';

/** Page of the webhooks that notify the organisation's programs of events. */
export function Component() {
  const { t } = useTranslation();
  return (
    <SettingsPage
      title={t('webhooks.title')}
      intro={t('webhooks.intro')}
      actions={<AddButton to="/settings/developers/webhooks/add">{t('webhooks.add')}</AddButton>}
    >
      <DeveloperTabs />
      <Loadable query={useQuery(webhooksQuery)} failed={t('webhooks.failed')}>
        {({ data }) => (
          <EntityList
            label={t('webhooks.title')}
            entities={data}
            empty={{
              icon: <IconWebhook stroke={1.4} />,
              title: t('webhooks.none'),
              text: t('webhooks.noneText'),
            }}
          >
            {(webhook) => <Row key={webhook.id} webhook={webhook} />}
          </EntityList>
        )}
      </Loadable>
    </SettingsPage>
  );
}

function Row({ webhook: { id, url, events, state, waiting, failingSince } }: { webhook: WebhookResponse }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <EntityLink to={`/settings/developers/webhooks/${id}`} className={classes.row}>
      <span className={classes.url}>{url}</span>
      {state !== 'active' && (
        <StateBadge state={state === 'paused' ? 'paused' : 'stopped'}>
          {t(`webhooks.state.${state}`)}
        </StateBadge>
      )}
      <span className={classes.facts}>
        {[
          t('webhooks.eventsCount', { count: events.length }),
          ...(waiting > 0 ? [t('webhooks.waitsShort', { count: waiting })] : []),
          ...(failingSince ? [t('webhooks.failing', { time: formats.full(failingSince) })] : []),
        ].join(' · ')}
      </span>
    </EntityLink>
  );
}
