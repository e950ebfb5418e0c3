import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { ApiKeyMadeResponse } from '@parley/contracts/api/api-keys';
import { EntityForm } from '@parley/ui/entity-form';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { useTranslation } from '../../lib/translation';
import { ApiKeyFields, apiKeyRefusals, useApiKeyRules } from './api-key-fields';
import { apiKeysQuery, emptyApiKey, requestOf, useCreateApiKey } from './api-keys-api';
import { SecretDialog } from './secret-dialog';

/** Creates an API key and shows its secret once. */
export function Component() {
  const { t } = useTranslation();
  return (
    <SettingsPage
      title={t('apiKeys.add')}
      back={{ to: '/settings/developers/keys', label: t('apiKeys.title') }}
    >
      <Loadable query={useQuery(apiKeysQuery)} failed={t('apiKeys.failed')}>
        {({ grantable }) => <Add grantable={grantable} />}
      </Loadable>
    </SettingsPage>
  );
}

function Add({ grantable }: { grantable: readonly string[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [made, setMade] = useState<ApiKeyMadeResponse | null>(null);
  const entity = useEntityForm({
    values: emptyApiKey,
    rules: useApiKeyRules(),
    fieldOf: apiKeyRefusals,
    command: useCreateApiKey(),
    request: (wanted) => requestOf(wanted),
    onSaved: setMade,
  });
  return (
    <>
      <EntityForm entity={entity} label={t('apiKeys.create')} invalid={t('apiKeys.invalid')}>
        <ApiKeyFields form={entity.form} grantable={grantable} />
      </EntityForm>
      {made && (
        <SecretDialog
          secret={made.secret}
          onStored={() => void navigate(`/settings/developers/keys/${made.id}`)}
        />
      )}
    </>
  );
}
