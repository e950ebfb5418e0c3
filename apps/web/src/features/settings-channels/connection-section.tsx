import { useState } from 'react';
import { ActionIcon, Button, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import {
  askedFor,
  brokenReplacements,
  replaceable,
  withoutBlanks,
  type Credentials,
} from '@parley/contracts/channels/credentials';
import type { CredentialField } from '@parley/contracts/channels/manifest';
import { DangerBox, DangerRow } from '@parley/ui/danger';
import { ConfirmDialog, Dialog } from '@parley/ui/dialog';
import { DialogForm } from '@parley/ui/entity-form';
import { SettingsSection } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
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
import { refusalWords, ruleText } from './refusal';

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
      <Dialog opened={isReplacing} onClose={() => setReplacing(false)} title={t('channels.replaceTitle')}>
        <ReplaceForm channel={channel} onClose={() => setReplacing(false)} />
      </Dialog>
      <Switch channel={channel} />
    </SettingsSection>
  );
}

function Facts({ channel: { provider, platform, administration } }: ConnectionProps) {
  const { t, language } = useTranslation();
  const formats = useFormats();
  const { providerAccountId, businessAccountId, secrets, expiresAt, webhookPath, health } = administration;
  const manifest = manifestOf(provider);
  const { feed } = manifest;
  const valueOf = ({ keptAs, key, secretName = key }: CredentialField): string | null => {
    if (keptAs === 'account') return providerAccountId;
    if (keptAs === 'business') return businessAccountId;
    const kept = secrets.find(({ name }) => name === secretName);
    return kept ? `•••• ${kept.lastFour ?? ''}`.trim() : null;
  };
  const facts: [string, string | null][] = [
    ...askedFor(manifest, platform).map((field): [string, string | null] => [
      field.label[language],
      valueOf(field),
    ]),
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
  const manifest = manifestOf(provider);
  const fields = replaceable(manifest);
  const entity = useEntityForm({
    values: { credentials: Object.fromEntries<string>(fields.map(({ key }) => [key, ''])) },
    rules: ({ credentials }) =>
      Object.fromEntries(
        brokenReplacements(manifest, withoutBlanks(credentials)).map(({ key, rule }) => [
          `credentials.${key}`,
          ruleText(rule),
        ]),
      ),
    wordsOf: refusalWords,
    command: useReplaceCredentials(id),
    request: ({ credentials }) => givenOf(credentials),
    onSaved: () => {
      toastMessage(t('channels.replaced'));
      onClose();
    },
  });
  const { form } = entity;
  return (
    <DialogForm
      entity={entity}
      confirm={t('channels.replace')}
      isDisabled={Object.keys(givenOf(form.values.credentials)).length === 0}
      onCancel={onClose}
    >
      <Text size="md">{t('channels.replaceHint')}</Text>
      {fields.map((field) => (
        <CredentialInput
          key={field.key}
          field={field}
          isShort
          {...form.getInputProps(`credentials.${field.key}`)}
        />
      ))}
    </DialogForm>
  );
}

function givenOf(credentials: Credentials): Credentials {
  return Object.fromEntries(Object.entries(withoutBlanks(credentials)).filter(([, value]) => value !== ''));
}

function Switch({ channel }: ConnectionProps) {
  const { t } = useTranslation();
  const { name, isConnected } = channel;
  const change = useSwitchConnection(channel.id);
  const [isAsking, setAsking] = useState(false);
  const reconnect = () =>
    change.mutate('connect', {
      onSuccess: () => toastMessage(t('channels.connected', { name })),
      onError: (error) => toastFailure(error),
    });
  return (
    <DangerBox>
      <DangerRow hint={t(isConnected ? 'channels.disconnectHint' : 'channels.reconnectHint')}>
        {isConnected ? (
          <Button variant="default" c="var(--red)" onClick={() => setAsking(true)}>
            {t('channels.disconnect')}
          </Button>
        ) : (
          <Button variant="default" loading={change.isPending} onClick={reconnect}>
            {t('channels.reconnect')}
          </Button>
        )}
      </DangerRow>
      <ConfirmDialog
        opened={isAsking}
        title={t('channels.disconnectTitle', { name })}
        confirm={t('channels.disconnect')}
        action={() => change.mutateAsync('disconnect')}
        onDone={() => {
          setAsking(false);
          toastMessage(t('channels.disconnected', { name }));
        }}
        onClose={() => setAsking(false)}
      >
        {t('channels.disconnectAffects')}
      </ConfirmDialog>
    </DangerBox>
  );
}
