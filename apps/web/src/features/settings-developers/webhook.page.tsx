import { useState } from 'react';
import { Alert, Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import type { WebhookResponse } from '@parley/contracts/api/webhooks';
import { DateField } from '@parley/ui/date-field';
import { ConfirmDialog } from '@parley/ui/dialog';
import { Loadable } from '@parley/ui/loadable';
import { Missing } from '@parley/ui/missing';
import { SettingsPage } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useDeliver, usePauseWebhook, useResumeWebhook, webhooksQuery } from './webhooks-api';
import { WebhookLog } from './webhook-log';

/** Page of one webhook: its state, and the log of its deliveries. */
export function Component() {
  const { t } = useTranslation();
  const { webhookId } = useParams();
  // Polls, because the server does not push the number of waiting events.
  const query = useQuery({ ...webhooksQuery, refetchInterval: 5_000 });
  const webhook = query.data?.data.find(({ id }) => id === webhookId);
  return (
    <SettingsPage
      wide
      title={webhook ? new URL(webhook.url).host : t('webhooks.one')}
      intro={webhook && <Facts webhook={webhook} />}
      back={{ to: '/settings/developers/webhooks', label: t('webhooks.title') }}
      actions={webhook && <Actions key={webhook.id} webhook={webhook} />}
    >
      <Loadable query={query} failed={t('webhooks.failed')}>
        {() =>
          webhook ? (
            <>
              {webhook.state !== 'active' && <Stopped webhook={webhook} />}
              <WebhookLog key={webhook.id} webhookId={webhook.id} />
            </>
          ) : (
            <Missing icon={<IconWebhook stroke={1.4} />} title={t('webhooks.missing')} />
          )
        }
      </Loadable>
    </SettingsPage>
  );
}

function Facts({
  webhook: { url, hint, previousUntil, events, waiting, failingSince },
}: {
  webhook: WebhookResponse;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  return [
    url,
    `whsec_…${hint}`,
    ...(previousUntil ? [t('webhooks.previousUntil', { time: formats.full(previousUntil) })] : []),
    t('webhooks.eventsCount', { count: events.length }),
    ...(waiting > 0 ? [t('webhooks.waitsShort', { count: waiting })] : []),
    ...(failingSince ? [t('webhooks.failing', { time: formats.full(failingSince) })] : []),
  ].join(' · ');
}

const failed = { onError: (error: Error) => void toastFailure(error) };

function Actions({ webhook: { id, state } }: { webhook: WebhookResponse }) {
  const { t } = useTranslation();
  const deliver = useDeliver(id);
  const pause = usePauseWebhook(id);
  const [isAsking, setAsking] = useState(false);
  const today = new Date().toISOString().slice(0, 10);
  const [day, setDay] = useState(today);
  const [until, setUntil] = useState('');
  const test = () =>
    deliver.mutate('test', { ...failed, onSuccess: () => void toastMessage(t('webhooks.tested')) });
  useHotkeys([['t', test]]);
  const range = () => ({
    since: new Date(`${day}T00:00`).toISOString(),
    ...(until && { until: new Date(`${until}T23:59:59.999`).toISOString() }),
  });
  const stop = () =>
    pause.mutate(undefined, { ...failed, onSuccess: () => void toastMessage(t('webhooks.pauseDone')) });
  return (
    <>
      <Button variant="default" component={Link} to={`/settings/developers/webhooks/${id}/edit`}>
        {t('webhooks.edit')}
      </Button>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('webhooks.replay')}
      </Button>
      {state === 'active' && (
        <Button variant="default" loading={pause.isPending} onClick={stop}>
          {t('webhooks.pause')}
        </Button>
      )}
      <Button loading={deliver.isPending} aria-keyshortcuts="T" onClick={test}>
        {t('webhooks.test')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('webhooks.replayTitle')}
        confirm={t('webhooks.resend')}
        isHarmless
        action={() => deliver.mutateAsync(range())}
        onDone={() => {
          setAsking(false);
          toastMessage(t('webhooks.replayed'));
        }}
        onClose={() => setAsking(false)}
      >
        <p>{t('webhooks.replayText')}</p>
        <Group gap={16}>
          <DateField
            label={t('webhooks.replayDay')}
            value={day}
            max={until || today}
            onChange={(chosen) => chosen && setDay(chosen)}
          />
          <DateField
            label={t('webhooks.replayUntil')}
            value={until}
            clearable
            min={day}
            max={today}
            onChange={setUntil}
          />
        </Group>
      </ConfirmDialog>
    </>
  );
}

/** Explains why deliveries have stopped, with the number of waiting events and the actions that resume delivery. */
function Stopped({ webhook: { id, state, waiting } }: { webhook: WebhookResponse }) {
  const { t } = useTranslation();
  const resume = useResumeWebhook(id);
  const go = (skip: boolean) =>
    resume.mutate(skip, { ...failed, onSuccess: () => void toastMessage(t('webhooks.resumed')) });
  return (
    <Alert
      color={state === 'paused' ? 'gray' : 'red'}
      title={t(`webhooks.${state as 'paused'}Title`)}
      mb={16}
    >
      {t('webhooks.waiting', { count: waiting })}
      <Group gap={8} mt={12}>
        <Button variant="default" loading={resume.isPending} onClick={() => go(false)}>
          {t('webhooks.resume')}
        </Button>
        {waiting > 0 && (
          <Button variant="subtle" color="gray" disabled={resume.isPending} onClick={() => go(true)}>
            {t('webhooks.resumeSkipping')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
