import { useState } from 'react';
import { Alert, Button, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router-dom';
import { errorText } from '../../lib/i18n';
import { newId } from '../../lib/id';
import { codeOf } from '../../lib/problem';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useConnectChannel } from './channels-api';
import { ruleText, showRefusal } from './refusal';
import { SecretInput } from './secret-input';

interface ConnectDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Connects a WhatsApp number by its token, or a test channel. */
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
  const { t } = useTranslation();
  const navigate = useNavigate();
  const connect = useConnectChannel();
  const [verifyToken] = useState(() => newId().replaceAll('-', ''));
  const form = useForm({
    initialValues: {
      provider: 'whatsapp-cloud' as 'whatsapp-cloud' | 'test',
      name: '',
      phoneNumberId: '',
      businessAccountId: '',
      credentials: { accessToken: '', appSecret: '', verifyToken },
    },
    validate: (values) => missing(values),
  });
  const { provider } = form.values;
  const submit = form.onSubmit((values) =>
    connect.mutate(requestOf(values), {
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
          data={[
            { value: 'whatsapp-cloud', label: 'WhatsApp' },
            { value: 'test', label: t('platform.test') },
          ]}
          {...form.getInputProps('provider')}
        />
        <TextInput
          label={t('channels.name')}
          description={t('channels.nameHint')}
          data-autofocus
          maxLength={100}
          {...form.getInputProps('name')}
        />
        {provider === 'whatsapp-cloud' && (
          <>
            <TextInput
              label={t('channels.phoneNumberId')}
              description={t('channels.phoneNumberIdHint')}
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps('phoneNumberId')}
            />
            <TextInput
              label={t('channels.businessAccountId')}
              description={t('channels.businessAccountIdHint')}
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps('businessAccountId')}
            />
            <SecretInput
              label={t('channels.accessToken')}
              description={t('channels.accessTokenHint')}
              {...form.getInputProps('credentials.accessToken')}
            />
            <SecretInput
              label={t('channels.appSecret')}
              description={t('channels.appSecretHint')}
              {...form.getInputProps('credentials.appSecret')}
            />
            <TextInput
              label={t('channels.verifyToken')}
              description={t('channels.verifyTokenHint')}
              autoComplete="off"
              {...form.getInputProps('credentials.verifyToken')}
            />
          </>
        )}
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
  provider: 'whatsapp-cloud' | 'test';
  name: string;
  phoneNumberId: string;
  businessAccountId: string;
  credentials: { accessToken: string; appSecret: string; verifyToken: string };
}

/** What is missing or cannot be an id, before the provider is asked. */
function missing({ provider, name, phoneNumberId, businessAccountId, credentials }: ConnectValues) {
  const errors: Record<string, string> = {};
  const required = (field: string, value: string) => {
    if (value.trim() === '') errors[field] = ruleText('required');
  };
  required('name', name);
  if (provider === 'test') return errors;
  const digits = (field: string, value: string) => {
    if (!/^\d{5,32}$/.test(value.trim())) errors[field] = ruleText(value.trim() ? 'digits' : 'required');
  };
  digits('phoneNumberId', phoneNumberId);
  digits('businessAccountId', businessAccountId);
  for (const [name, value] of Object.entries(credentials)) {
    required(`credentials.${name}`, value);
    if (/\s/.test(value.trim())) errors[`credentials.${name}`] = ruleText('blanks');
  }
  return errors;
}

function requestOf({ provider, name, phoneNumberId, businessAccountId, credentials }: ConnectValues) {
  if (provider === 'test') return { provider, name };
  const { accessToken, appSecret, verifyToken } = credentials;
  return {
    ...{ provider, name },
    phoneNumberId: phoneNumberId.trim(),
    businessAccountId: businessAccountId.trim(),
    credentials: {
      accessToken: accessToken.trim(),
      appSecret: appSecret.trim(),
      verifyToken: verifyToken.trim(),
    },
  };
}
