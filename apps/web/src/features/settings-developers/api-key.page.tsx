import { useState } from 'react';
import { Alert, Button, Select } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import type { ApiKeyResponse } from '@parley/contracts/api/api-keys';
import { DangerBox, DangerRow } from '@parley/ui/danger';
import { ConfirmDialog } from '@parley/ui/dialog';
import { EntityForm } from '@parley/ui/entity-form';
import { EntityPage } from '@parley/ui/entity-page';
import { SettingsSection } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { useUsersById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { useDelete, useSave } from '../../lib/resource';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { ApiKeyFields, apiKeyRefusals, useApiKeyRules } from './api-key-fields';
import { apiKeys, apiKeysQuery, formOf, requestOf, useRotateApiKey, useTakeOverApiKey } from './api-keys-api';
import { SecretDialog } from './secret-dialog';

/** Choices for the number of hours for which the previous secret stays valid. */
const OVERLAPS = ['0', '1', '24', '168'] as const;

/** Page of one API key: its rights, a new secret, and its revocation. */
export function Component() {
  const { t } = useTranslation();
  const { keyId } = useParams();
  return (
    <EntityPage
      query={useQuery(apiKeysQuery)}
      find={({ data }) => data.find(({ id }) => id === keyId)}
      titleOf={({ name }) => name}
      title={t('apiKeys.one')}
      introOf={(key) => <Facts apiKey={key} />}
      back={{ to: '/settings/developers/keys', label: t('apiKeys.title') }}
      failed={t('apiKeys.failed')}
      missing={t('apiKeys.missing')}
      icon={<IconKey stroke={1.4} />}
    >
      {(key, { grantable }) => (
        <>
          {key.state === 'ownerGone' && <OwnerGone apiKey={key} />}
          <Edit key={key.id} apiKey={key} grantable={grantable} />
          <Ends apiKey={key} />
        </>
      )}
    </EntityPage>
  );
}

function Facts({
  apiKey: { hint, ownerId, lastUsedAt, lastUsedFrom, previousUntil },
}: {
  apiKey: ApiKeyResponse;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const owner = useUsersById().get(ownerId)?.displayName ?? '…';
  return [
    `parley_…${hint}`,
    t('apiKeys.actsFor', { name: owner }),
    lastUsedAt
      ? t('apiKeys.usedFrom', { time: formats.full(lastUsedAt), address: lastUsedFrom ?? '–' })
      : t('apiKeys.neverUsed'),
    ...(previousUntil ? [t('apiKeys.previousUntil', { time: formats.full(previousUntil) })] : []),
  ].join(' · ');
}

function OwnerGone({ apiKey }: { apiKey: ApiKeyResponse }) {
  const { t } = useTranslation();
  const takeOver = useTakeOverApiKey(apiKey.id);
  const owner = useUsersById().get(apiKey.ownerId)?.displayName ?? '…';
  return (
    <Alert color="red" title={t('apiKeys.ownerGoneTitle', { name: owner })} mb={16}>
      {t('apiKeys.ownerGoneText')}
      <div>
        <Button
          mt={12}
          variant="default"
          loading={takeOver.isPending}
          onClick={() => takeOver.mutate(undefined, { onError: (error) => toastFailure(error) })}
        >
          {t('apiKeys.takeOver')}
        </Button>
      </div>
    </Alert>
  );
}

function Edit({ apiKey, grantable }: { apiKey: ApiKeyResponse; grantable: readonly string[] }) {
  const { t } = useTranslation();
  const entity = useEntityForm({
    values: formOf(apiKey),
    rules: useApiKeyRules(),
    fieldOf: apiKeyRefusals,
    command: useSave<ReturnType<typeof requestOf>>(apiKeys, apiKey.id),
    request: (_, changed) => requestOf(changed),
    onSaved: () => toastMessage(t('apiKeys.saved')),
  });
  return (
    <EntityForm entity={entity} invalid={t('apiKeys.invalid')}>
      <ApiKeyFields form={entity.form} grantable={grantable} />
    </EntityForm>
  );
}

function Ends({ apiKey }: { apiKey: ApiKeyResponse }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const rotate = useRotateApiKey(apiKey);
  const revoke = useDelete(apiKeys, apiKey.id);
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null);
  const [overlap, setOverlap] = useState<string>('24');
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <SettingsSection title={t('apiKeys.endsTitle')}>
      <DangerBox>
        <DangerRow hint={t('apiKeys.rotateHint')}>
          <Button variant="default" onClick={() => setAsking('rotate')}>
            {t('apiKeys.rotate')}
          </Button>
        </DangerRow>
        <DangerRow hint={t('apiKeys.revokeHint')}>
          <Button variant="default" c="var(--red)" onClick={() => setAsking('revoke')}>
            {t('apiKeys.revoke')}
          </Button>
        </DangerRow>
      </DangerBox>
      <ConfirmDialog
        opened={asking === 'rotate'}
        title={t('apiKeys.rotateTitle', { name: apiKey.name })}
        confirm={t('apiKeys.rotate')}
        isHarmless
        action={() => rotate.mutateAsync(Number(overlap))}
        onDone={(made) => {
          setAsking(null);
          setSecret(made.secret);
        }}
        onClose={() => setAsking(null)}
      >
        <Select
          label={t('apiKeys.overlap')}
          allowDeselect={false}
          data={OVERLAPS.map((value) => ({ value, label: t(`apiKeys.overlapFor.${value}`) }))}
          value={overlap}
          onChange={(value) => value && setOverlap(value)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'revoke'}
        title={t('apiKeys.revokeTitle', { name: apiKey.name })}
        confirm={t('apiKeys.revoke')}
        action={() => revoke.mutateAsync()}
        onDone={() => {
          toastMessage(t('apiKeys.revoked'));
          void navigate('/settings/developers/keys');
        }}
        onClose={() => setAsking(null)}
      >
        {t('apiKeys.revokeText')}
      </ConfirmDialog>
      {secret !== null && <SecretDialog secret={secret} onStored={() => setSecret(null)} />}
    </SettingsSection>
  );
}
