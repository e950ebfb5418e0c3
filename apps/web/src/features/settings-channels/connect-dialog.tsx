import { useState } from 'react';
import { Alert, Button, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router-dom';
import { brokenCredentials, withoutBlanks, type Credentials } from '@parley/contracts/channels/credentials';
import type { CredentialField } from '@parley/contracts/channels/manifest';
import { providers, type Provider } from '@parley/contracts/channels/offers';
import { errorText } from '../../lib/i18n';
import { newId } from '../../lib/id';
import { codeOf } from '../../lib/problem';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useConnectChannel } from './channels-api';
import { CredentialInput } from './credential-input';
import { manifestOf } from './manifests';
import { ruleText, showRefusal } from './refusal';

interface ConnectDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Connects an account at a provider: what it asks for is what the provider's manifest says. */
export function ConnectDialog({ isOpen, onClose }: ConnectDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('channels.connectTitle')}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <ConnectForm onClose={onClose} />
    </Modal>
  );
}

function ConnectForm({ onClose }: { onClose: () => void }) {
  const { t, language } = useTranslation();
  const navigate = useNavigate();
  const connect = useConnectChannel();
  const [suggested] = useState(() => newId().replaceAll('-', ''));
  const form = useForm<ConnectValues>({
    initialValues: { ...blankOf(providers[0]!, suggested), name: '' },
    validate: broken,
  });
  const { provider } = form.values;
  const submit = form.onSubmit((values) =>
    connect.mutate(trimmed(values), {
      onSuccess: ({ id }) => {
        toastMessage(t('channels.connected', { name: values.name.trim() }));
        onClose();
        void navigate(`/settings/channels/${id}`);
      },
      onError: (error) => showRefusal(form, error),
    }),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={16}>
        <SegmentedControl
          aria-label={t('channels.kind')}
          data={providers.map((value) => ({ value, label: manifestOf(value).name[language] }))}
          value={provider}
          onChange={(chosen) => {
            form.clearErrors();
            form.setValues(blankOf(chosen, suggested));
          }}
        />
        <TextInput
          label={t('channels.name')}
          description={t('channels.nameHint')}
          data-autofocus
          maxLength={100}
          {...form.getInputProps('name')}
        />
        {askedOf(provider).map((field) => (
          <CredentialInput
            key={`${provider}/${field.key}`}
            field={field}
            {...form.getInputProps(`credentials.${field.key}`)}
          />
        ))}
        {connect.isError && (
          <Alert color="red" role="alert">
            {errorText(codeOf(connect.error))}
          </Alert>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={connect.isPending}>
            {t('channels.connect')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ConnectValues {
  provider: Provider;
  name: string;
  credentials: Credentials;
}

/** A word that we choose is shown only where the administrator has to enter it at the provider. */
function askedOf(provider: Provider): CredentialField[] {
  const { credentials, feed } = manifestOf(provider);
  const isShown = feed.by === 'webhook' && feed.registeredBy === 'administrator';
  return credentials.filter(({ isOurs }) => !isOurs || isShown);
}

/** The provider's fields, empty but for the words that we choose. */
function blankOf(provider: Provider, suggested: string): Omit<ConnectValues, 'name'> {
  const fields = manifestOf(provider).credentials;
  const values = fields.map(({ key, isOurs }) => [key, isOurs ? suggested : '']);
  return { provider, credentials: Object.fromEntries(values) as Credentials };
}

/** Nobody means the blanks around what was pasted. */
function trimmed({ provider, name, credentials }: ConnectValues): ConnectValues {
  return { provider, name, credentials: withoutBlanks(credentials) };
}

/** What is missing or cannot be right, before the provider is asked. */
function broken({ provider, name, credentials }: ConnectValues): Record<string, string> {
  const rules = brokenCredentials(manifestOf(provider), withoutBlanks(credentials)).map(({ key, rule }) => [
    `credentials.${key}`,
    ruleText(rule),
  ]);
  const errors = Object.fromEntries(rules) as Record<string, string>;
  return name.trim() === '' ? { name: ruleText('required'), ...errors } : errors;
}
