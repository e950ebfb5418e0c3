import { useState } from 'react';
import { Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import {
  askedFor,
  brokenCredentials,
  withoutBlanks,
  type Credentials,
} from '@parley/contracts/channels/credentials';
import type { CredentialField } from '@parley/contracts/channels/manifest';
import { isProvider, platformsOf, providers, type Provider } from '@parley/contracts/channels/offers';
import type { Platform } from '@parley/contracts/events/channel.events';
import { Dialog } from '@parley/ui/dialog';
import { DialogForm } from '@parley/ui/entity-form';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { newId } from '../../lib/id';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useConnectChannel } from './channels-api';
import { CredentialInput } from './credential-input';
import { manifestOf } from './manifests';
import { refusalWords, ruleText } from './refusal';

interface ConnectDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Connects an account at a provider: what it asks for is what the provider's manifest says. */
export function ConnectDialog({ isOpen, onClose }: ConnectDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t('channels.connectTitle')}
      size="lg"
      closeOnClickOutside={false}
    >
      <ConnectForm onClose={onClose} />
    </Dialog>
  );
}

function ConnectForm({ onClose }: { onClose: () => void }) {
  const { t, language } = useTranslation();
  const navigate = useNavigate();
  const [suggested] = useState(() => newId().replaceAll('-', ''));
  const entity = useEntityForm({
    values: { ...blankOf(providers[0]!, suggested), name: '' },
    rules: broken,
    wordsOf: refusalWords,
    command: useConnectChannel(),
    request: trimmed,
    onSaved: ({ id }, { name }) => {
      toastMessage(t('channels.connected', { name: name.trim() }));
      onClose();
      void navigate(`/settings/channels/${id}`);
    },
  });
  const { form } = entity;
  const { provider, platform } = form.values;
  const platforms = platformsOf(provider);
  return (
    <DialogForm entity={entity} confirm={t('channels.connect')} onCancel={onClose}>
      <Select
        label={t('channels.kind')}
        data={providers.map((value) => ({ value, label: manifestOf(value).name[language] }))}
        value={provider}
        allowDeselect={false}
        // All of them at once.
        maxDropdownHeight={400}
        leftSection={<PlatformIcon platform={platform} size={16} />}
        renderOption={({ option: { value, label } }) => (
          <Group gap={8}>
            {isProvider(value) && <PlatformIcon platform={platformsOf(value)[0]!} size={16} />}
            {label}
          </Group>
        )}
        onChange={(chosen) => {
          if (!isProvider(chosen)) return;
          form.clearErrors();
          form.setValues(blankOf(chosen, suggested));
        }}
      />
      {platforms.length > 1 && (
        <SegmentedControl
          aria-label={t('channels.platform')}
          data={platforms.map((value) => ({ value, label: t(`platform.${value}`) }))}
          value={platform}
          onChange={(chosen) => {
            form.clearErrors();
            form.setValues(blankOf(provider, suggested, chosen));
          }}
        />
      )}
      <TextInput
        label={t('channels.name')}
        description={t('channels.nameHint')}
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
      {shownOf(provider, platform).map((field) => (
        <CredentialInput
          key={`${provider}/${platform}/${field.key}`}
          field={field}
          {...form.getInputProps(`credentials.${field.key}`)}
        />
      ))}
    </DialogForm>
  );
}

interface ConnectValues {
  provider: Provider;
  platform: Platform;
  name: string;
  credentials: Credentials;
}

/** A word that we choose is shown only where the administrator has to enter it at the provider. */
function shownOf(provider: Provider, platform: Platform): CredentialField[] {
  const manifest = manifestOf(provider);
  const { feed } = manifest;
  const isShown = feed.by === 'webhook' && feed.registeredBy === 'administrator';
  return askedFor(manifest, platform).filter(({ isOurs }) => !isOurs || isShown);
}

/** The provider's fields, empty but for the words that we choose. */
function blankOf(
  provider: Provider,
  suggested: string,
  platform = platformsOf(provider)[0]!,
): Omit<ConnectValues, 'name'> {
  const fields = askedFor(manifestOf(provider), platform);
  const values = fields.map(({ key, isOurs }) => [key, isOurs ? suggested : '']);
  return { provider, platform, credentials: Object.fromEntries(values) as Credentials };
}

/** Nobody means the blanks around what was pasted. */
function trimmed({ provider, platform, name, credentials }: ConnectValues): ConnectValues {
  return { provider, platform, name, credentials: withoutBlanks(credentials) };
}

/** What is missing or cannot be right, before the provider is asked. */
function broken({ provider, platform, name, credentials }: ConnectValues): Record<string, string> {
  const rules = brokenCredentials(manifestOf(provider), platform, withoutBlanks(credentials)).map(
    ({ key, rule }) => [`credentials.${key}`, ruleText(rule)],
  );
  const errors = Object.fromEntries(rules) as Record<string, string>;
  return name.trim() === '' ? { name: ruleText('required'), ...errors } : errors;
}
