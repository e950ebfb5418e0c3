import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { WebhookEventResponse, WebhookMadeResponse } from '@parley/contracts/api/webhooks';
import { EntityForm } from '@parley/ui/entity-form';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { useTranslation } from '../../lib/translation';
import { SecretDialog } from './secret-dialog';
import { useWebhookRules, WebhookFields, webhookRefusals } from './webhook-fields';
import { emptyWebhook, useCreateWebhook, webhookEventsQuery } from './webhooks-api';

/** Creates a webhook and shows its signing secret once. */
export function Component() {
  const { t } = useTranslation();
  return (
    <SettingsPage
      title={t('webhooks.add')}
      back={{ to: '/settings/developers/webhooks', label: t('webhooks.title') }}
    >
      <Loadable query={useQuery(webhookEventsQuery)} failed={t('webhooks.failed')}>
        {(events) => <Add events={events} />}
      </Loadable>
    </SettingsPage>
  );
}

function Add({ events }: { events: readonly WebhookEventResponse[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [made, setMade] = useState<WebhookMadeResponse | null>(null);
  const entity = useEntityForm({
    values: emptyWebhook,
    rules: useWebhookRules(),
    fieldOf: webhookRefusals,
    command: useCreateWebhook(),
    request: (wanted) => wanted,
    onSaved: setMade,
  });
  return (
    <>
      <EntityForm entity={entity} label={t('webhooks.create')} invalid={t('webhooks.invalid')}>
        <WebhookFields form={entity.form} events={events} />
      </EntityForm>
      {made && (
        <SecretDialog
          secret={made.secret}
          onStored={() => void navigate(`/settings/developers/webhooks/${made.id}`)}
        />
      )}
    </>
  );
}
