import { useState } from 'react';
import { ActionIcon, Alert, Button, CopyButton, Group, Modal, Stack, Text, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import {
  brokenReplacements,
  replaceable,
  withoutBlanks,
  type Credentials,
} from '@parley/contracts/channels/credentials';
import type { CredentialField } from '@parley/contracts/channels/manifest';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { SettingsSection } from '@parley/ui/settings-page';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './channels.module.css';
import {
  useReplaceCredentials,
  useSwitchConnection,
  useTestChannel,
  type AdministeredChannel,
} from './channels-api';
import { CredentialInput } from './credential-input';
import { manifestOf } from './manifests';
import { ruleText, showRefusal } from './refusal';

interface ConnectionProps {
  channel: AdministeredChannel;
}

/** The account behind the channel: what it is reached with, whether it holds, and its end. */
export function ConnectionSection({ channel }: ConnectionProps) {
  const { t } = useTranslation();
  const [isReplacing, setReplacing] = useState(false);
  const { isCheckable } = manifestOf(channel.provider);
  const hasSecrets = replaceable(manifestOf(channel.provider)).length > 0;
  return (
    <SettingsSection title={t('channels.section.connection')}>
      <Facts channel={channel} />
      <Group gap={8}>
        {isCheckable && <TestButton channel={channel} />}
        {hasSecrets && (
          <Button variant="default" onClick={() => setReplacing(true)}>
            {t('channels.replace')}
          </Button>
        )}
      </Group>
      <Modal
        opened={isReplacing}
        onClose={() => setReplacing(false)}
        title={t('channels.replaceTitle')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <ReplaceForm channel={channel} onClose={() => setReplacing(false)} />
      </Modal>
      <Switch channel={channel} />
    </SettingsSection>
  );
}

function Facts({ channel: { provider, administration } }: ConnectionProps) {
  const { t, language } = useTranslation();
  const formats = useFormats();
  const { providerAccountId, businessAccountId, secrets, expiresAt, webhookPath, health } = administration;
  const { credentials, feed } = manifestOf(provider);
  const valueOf = ({ keptAs, key, secretName = key }: CredentialField): string | null => {
    if (keptAs === 'account') return providerAccountId;
    if (keptAs === 'business') return businessAccountId;
    const kept = secrets.find(({ name }) => name === secretName);
    return kept ? `•••• ${kept.lastFour ?? ''}`.trim() : null;
  };
  const facts: [string, string | null][] = [
    ...credentials.map((field): [string, string | null] => [field.label[language], valueOf(field)]),
    [t('channels.expiresAt'), expiresAt && formats.full(expiresAt)],
    [t('channels.lastInbound'), health.lastInboundAt && formats.full(health.lastInboundAt)],
    [t('channels.lastOutbound'), health.lastOutboundAt && formats.full(health.lastOutboundAt)],
    [t('channels.lastError'), useErrorText(health.lastError)],
  ];
  const address = `${location.origin}${webhookPath}`;
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
      {feed.by === 'webhook' && feed.registeredBy === 'administrator' && (
        <>
          <dt>{t('channels.webhook')}</dt>
          <dd className={classes.webhook}>
            <code>{address}</code>
            <CopyButton value={address}>
              {({ copied, copy }) => (
                <Tooltip label={t(copied ? 'common.copied' : 'common.copy')}>
                  <ActionIcon aria-label={t(copied ? 'common.copied' : 'common.copy')} onClick={copy}>
                    {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                  </ActionIcon>
                </Tooltip>
              )}
            </CopyButton>
          </dd>
        </>
      )}
    </dl>
  );
}

/** What last went wrong: our word for it, and the provider's. */
function useErrorText(error: AdministeredChannel['administration']['health']['lastError']): string | null {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!error) return null;
  const reason = error.isBroken ? t('channels.brokenAccount') : t(`reason.${error.reason}`);
  const code = error.providerCode ? ` (${error.providerCode})` : '';
  return `${formats.full(error.at)}: ${reason}${code}`;
}

function TestButton({ channel }: ConnectionProps) {
  const { t } = useTranslation();
  const test = useTestChannel(channel.id);
  const { data } = test;
  return (
    <>
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() => test.mutate(undefined, { onError: (error) => toastFailure(error) })}
      >
        {t('channels.test')}
      </Button>
      {data && !test.isPending && (
        <Text role="status" size="sm" c={data.ok ? undefined : 'var(--red)'}>
          {data.ok
            ? [t('channels.testHolds'), data.account?.name, data.account?.phone].filter(Boolean).join(' · ')
            : errorText(data.code)}
        </Text>
      )}
    </>
  );
}

function ReplaceForm({ channel: { id, provider }, onClose }: ConnectionProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const replace = useReplaceCredentials(id);
  const manifest = manifestOf(provider);
  const fields = replaceable(manifest);
  const form = useForm<{ credentials: Credentials }>({
    initialValues: { credentials: Object.fromEntries(fields.map(({ key }) => [key, ''])) },
    validate: ({ credentials }) =>
      Object.fromEntries(
        brokenReplacements(manifest, withoutBlanks(credentials)).map(({ key, rule }) => [
          `credentials.${key}`,
          ruleText(rule),
        ]),
      ),
  });
  const given = Object.entries(withoutBlanks(form.values.credentials)).filter(([, value]) => value !== '');
  const submit = form.onSubmit(() =>
    replace.mutate(Object.fromEntries(given), {
      onSuccess: () => {
        toastMessage(t('channels.replaced'));
        onClose();
      },
      onError: (error) => showRefusal(form, error),
    }),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={16}>
        <Text size="md">{t('channels.replaceHint')}</Text>
        {fields.map((field) => (
          <CredentialInput
            key={field.key}
            field={field}
            isShort
            {...form.getInputProps(`credentials.${field.key}`)}
          />
        ))}
        {replace.isError && (
          <Alert color="red" role="alert">
            {errorText(codeOf(replace.error))}
          </Alert>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={replace.isPending} disabled={given.length === 0}>
            {t('channels.replace')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Switch({ channel }: ConnectionProps) {
  const { t } = useTranslation();
  const change = useSwitchConnection(channel.id);
  const [isAsking, setAsking] = useState(false);
  const act = (action: 'connect' | 'disconnect') =>
    change.mutate(action, {
      onSuccess: () => {
        setAsking(false);
        toastMessage(
          t(action === 'connect' ? 'channels.connected' : 'channels.disconnected', { name: channel.name }),
        );
      },
      onError: (error) => toastFailure(error),
    });
  return (
    <div className={classes.danger}>
      <Text size="sm" c="dimmed" maw="46ch">
        {t(channel.isConnected ? 'channels.disconnectHint' : 'channels.reconnectHint')}
      </Text>
      {channel.isConnected ? (
        <Button variant="default" c="var(--red)" onClick={() => setAsking(true)}>
          {t('channels.disconnect')}
        </Button>
      ) : (
        <Button variant="default" loading={change.isPending} onClick={() => act('connect')}>
          {t('channels.reconnect')}
        </Button>
      )}
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('channels.disconnectTitle', { name: channel.name })}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Text size="md">{t('channels.disconnectAffects')}</Text>
        <Group justify="flex-end" gap={8} mt={24}>
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            {t('common.cancel')}
          </Button>
          <Button color="red" loading={change.isPending} onClick={() => act('disconnect')}>
            {t('channels.disconnect')}
          </Button>
        </Group>
      </Modal>
    </div>
  );
}
