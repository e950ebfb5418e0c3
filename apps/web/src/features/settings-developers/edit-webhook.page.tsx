import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import type { WebhookEventResponse, WebhookResponse } from '@parley/contracts/api/webhooks';
import { DangerBox, DangerRow } from '@parley/ui/danger';
import { ConfirmDialog } from '@parley/ui/dialog';
import { EntityForm } from '@parley/ui/entity-form';
import { EntityPage } from '@parley/ui/entity-page';
import { Loadable } from '@parley/ui/loadable';
import { SettingsSection } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { useDelete, useSave } from '../../lib/resource';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { SecretDialog } from './secret-dialog';
import { useWebhookRules, WebhookFields, webhookRefusals } from './webhook-fields';
import {
  formOf,
  headersQuery,
  useRotateWebhook,
  webhookEventsQuery,
  webhooks,
  webhooksQuery,
  type WebhookForm,
} from './webhooks-api';

/** Page of a webhook's settings: URL and events, a new secret, and its deletion. */
export function Component() {
  const { t } = useTranslation();
  const { webhookId = '' } = useParams();
  const events = useQuery(webhookEventsQuery);
  const headers = useQuery(headersQuery(webhookId));
  return (
    <EntityPage
      query={useQuery(webhooksQuery)}
      find={({ data }) => data.find(({ id }) => id === webhookId)}
      titleOf={({ url }) => new URL(url).host}
      title={t('webhooks.one')}
      back={{ to: `/settings/developers/webhooks/${webhookId}`, label: t('webhooks.log') }}
      failed={t('webhooks.failed')}
      missing={t('webhooks.missing')}
      icon={<IconWebhook stroke={1.4} />}
    >
      {(webhook) => (
        <>
          <Loadable query={events} failed={t('webhooks.failed')}>
            {(known) => (
              <Loadable query={headers} failed={t('webhooks.failed')}>
                {(kept) => <Edit key={webhook.id} webhook={webhook} headers={kept.headers} events={known} />}
              </Loadable>
            )}
          </Loadable>
          <Ends webhook={webhook} />
        </>
      )}
    </EntityPage>
  );
}

function Edit({
  webhook,
  headers,
  events,
}: {
  webhook: WebhookResponse;
  headers: string;
  events: readonly WebhookEventResponse[];
}) {
  const { t } = useTranslation();
  const entity = useEntityForm({
    values: formOf(webhook, headers),
    rules: useWebhookRules(),
    fieldOf: webhookRefusals,
    command: useSave<WebhookForm>(webhooks, webhook.id),
    request: (_, changed) => changed,
    onSaved: () => toastMessage(t('webhooks.saved')),
  });
  return (
    <EntityForm entity={entity} invalid={t('webhooks.invalid')}>
      <WebhookFields form={entity.form} events={events} />
    </EntityForm>
  );
}

function Ends({ webhook }: { webhook: WebhookResponse }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const rotate = useRotateWebhook(webhook);
  const remove = useDelete(webhooks, webhook.id);
  const [asking, setAsking] = useState<'rotate' | 'remove' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setAsking(null);
  return (
    <SettingsSection title={t('webhooks.ends')}>
      <DangerBox>
        <DangerRow hint={t('webhooks.rotateHint')}>
          <Button variant="default" onClick={() => setAsking('rotate')}>
            {t('webhooks.rotate')}
          </Button>
        </DangerRow>
        <DangerRow hint={t('webhooks.removeHint')}>
          <Button variant="default" c="var(--red)" onClick={() => setAsking('remove')}>
            {t('webhooks.remove')}
          </Button>
        </DangerRow>
      </DangerBox>
      <ConfirmDialog
        opened={asking === 'rotate'}
        title={t('webhooks.rotateTitle')}
        confirm={t('webhooks.rotate')}
        isHarmless
        action={() => rotate.mutateAsync()}
        onDone={(made) => {
          close();
          setSecret(made.secret);
        }}
        onClose={close}
      >
        {t('webhooks.rotateText')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'remove'}
        title={t('webhooks.removeTitle')}
        confirm={t('webhooks.remove')}
        action={() => remove.mutateAsync()}
        onDone={() => {
          toastMessage(t('webhooks.removed'));
          void navigate('/settings/developers/webhooks');
        }}
        onClose={close}
      >
        {t('webhooks.removeText')}
      </ConfirmDialog>
      {secret !== null && <SecretDialog secret={secret} onStored={() => setSecret(null)} />}
    </SettingsSection>
  );
}
