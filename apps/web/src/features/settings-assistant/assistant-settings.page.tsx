import { Alert, Anchor, Button, NumberInput, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { MODEL_LENGTH, MAX_MODELS, type AssistantSettingsResponse } from '@parley/contracts/api/assistant';
import type { AssistantSettingsRequest } from '@parley/contracts/api/assistant.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { EntityForm } from '@parley/ui/entity-form';
import { Loadable } from '@parley/ui/loadable';
import { SettingRow, SettingsPage, SettingsSection } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import {
  assistantSettingsQuery,
  providerModelsQuery,
  useChangeAssistantSettings,
} from './assistant-settings-api';

/** Settings of the assistant: provider address, models, data that is sent, and limits. */
export function Component() {
  const { t } = useTranslation();
  const query = useQuery(assistantSettingsQuery);
  return (
    <SettingsPage
      title={t('assistantSettings.title')}
      intro={t('assistantSettings.intro')}
      actions={
        <Button component={Link} to="/settings/assistant/usage" variant="default">
          {t('assistantSettings.usage')}
        </Button>
      }
    >
      <Loadable query={query} failed={t('assistantSettings.failed')}>
        {(loaded) => (
          <>
            <Account {...loaded} />
            <Editable {...loaded} />
          </>
        )}
      </Loadable>
    </SettingsPage>
  );
}

/** Shows whether the assistant is on and has a key; both are changed in the organisation's settings. */
function Account({ isEnabled, apiKey }: AssistantSettingsResponse) {
  const { t } = useTranslation();
  const system = (
    <Anchor component={Link} to="/settings/system">
      {t('assistantSettings.system')}
    </Anchor>
  );
  return (
    <SettingsSection title={t('assistantSettings.account')}>
      <SettingRow label={t('assistantSettings.switch')} hint={t('assistantSettings.switchHint')}>
        <Text size="sm" c="dimmed">
          {t(isEnabled ? 'assistantSettings.on' : 'assistantSettings.off')}
        </Text>
      </SettingRow>
      <SettingRow label={t('assistantSettings.key')} hint={system}>
        <Text size="sm" c="dimmed">
          {apiKey
            ? t('assistantSettings.keyEndsIn', { lastFour: apiKey.lastFour })
            : t('assistantSettings.noKey')}
        </Text>
      </SettingRow>
    </SettingsSection>
  );
}

interface Editing {
  address: string;
  models: string[];
  hidesPersonalData: boolean;
  monthlyTokens: number | string;
  dailyRequests: number | string;
}

/** Value of the input for a limit: empty if there is no limit, which the server stores as -1. */
const shown = (limit: number) => (limit === -1 ? '' : limit);
const limitOf = (field: number | string) => (field === '' ? -1 : Number(field));

/** Whether the typed address has another origin than the saved one, so that the saved key must not be sent there. */
function isElsewhere(typed: string, kept: string): boolean {
  const url = typed.trim();
  return URL.canParse(url) && URL.canParse(kept) && new URL(url).origin !== new URL(kept).origin;
}

function Editable({ settings, isEnabled, apiKey }: AssistantSettingsResponse) {
  const { t } = useTranslation();
  const models = useQuery({
    ...providerModelsQuery(settings.address, apiKey?.lastFour),
    enabled: isEnabled,
  });
  const entity = useEntityForm<Editing, AssistantSettingsRequest, CommandResponse>({
    values: {
      ...settings,
      monthlyTokens: shown(settings.monthlyTokens),
      dailyRequests: shown(settings.dailyRequests),
    },
    fieldOf: { assistant_address: 'address' },
    command: useChangeAssistantSettings(),
    request: (_, { monthlyTokens, dailyRequests, ...changed }) => ({
      ...changed,
      ...(monthlyTokens !== undefined && { monthlyTokens: limitOf(monthlyTokens) }),
      ...(dailyRequests !== undefined && { dailyRequests: limitOf(dailyRequests) }),
    }),
    onSaved: () => toastMessage(t('assistantSettings.saved')),
  });
  const { form } = entity;
  return (
    <SettingsSection title={t('assistantSettings.provider')}>
      {models.isError && (
        <Alert color="yellow" role="status" mb={12}>
          {t('assistantSettings.noModels')} {errorText(codeOf(models.error))}
        </Alert>
      )}
      <EntityForm entity={entity}>
        <SettingRow label={t('assistantSettings.address')} hint={t('assistantSettings.addressHint')}>
          <TextInput
            aria-label={t('assistantSettings.address')}
            type="url"
            maxLength={500}
            {...form.getInputProps('address')}
          />
          {apiKey && isElsewhere(form.values.address, settings.address) && (
            <Alert color="yellow" role="status" mt={8}>
              {t('assistantSettings.keyForgotten', { lastFour: apiKey.lastFour })}
            </Alert>
          )}
        </SettingRow>
        <SettingRow label={t('assistantSettings.models')} hint={t('assistantSettings.modelsHint')}>
          <TagsInput
            aria-label={t('assistantSettings.models')}
            placeholder={form.values.models.length === 0 ? t('assistantSettings.allModels') : undefined}
            data={models.data?.models ?? []}
            limit={100}
            maxTags={MAX_MODELS}
            maxLength={MODEL_LENGTH}
            clearButtonProps={{ 'aria-label': t('assistantSettings.clearModels') }}
            {...form.getInputProps('models')}
          />
        </SettingRow>
        <SettingRow label={t('assistantSettings.hides')} hint={t('assistantSettings.hidesHint')}>
          <Switch
            aria-label={t('assistantSettings.hides')}
            {...form.getInputProps('hidesPersonalData', { type: 'checkbox' })}
          />
        </SettingRow>
        <SettingRow label={t('assistantSettings.monthly')} hint={t('assistantSettings.limitHint')}>
          <NumberInput
            aria-label={t('assistantSettings.monthly')}
            placeholder={t('assistantSettings.unlimited')}
            {...{ min: 0, max: 1_000_000_000, allowDecimal: false, allowNegative: false }}
            thousandSeparator=","
            {...form.getInputProps('monthlyTokens')}
          />
        </SettingRow>
        <SettingRow label={t('assistantSettings.daily')} hint={t('assistantSettings.limitHint')}>
          <NumberInput
            aria-label={t('assistantSettings.daily')}
            placeholder={t('assistantSettings.unlimited')}
            {...{ min: 0, max: 1_000_000_000, allowDecimal: false, allowNegative: false }}
            {...form.getInputProps('dailyRequests')}
          />
        </SettingRow>
      </EntityForm>
    </SettingsSection>
  );
}
