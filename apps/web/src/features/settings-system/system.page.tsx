import { useState } from 'react';
import { Button, Group, PasswordInput, Progress, Select, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { CustomerSettingsMap, CustomerSettingsResponse } from '@parley/contracts/api/customer-settings';
import { CountrySelect } from '@parley/ui/country-select';
import { ConfirmDialog } from '@parley/ui/dialog';
import { EntityForm } from '@parley/ui/entity-form';
import { Loadable } from '@parley/ui/loadable';
import { SettingRow, SettingsPage, SettingsSection } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { channelsQuery, useTeamsById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { customerSettingsQuery, useChangeCustomerSettings } from '../../lib/customer-settings';
import classes from './system.module.css';

type Settings = CustomerSettingsResponse['settings'];

/**
 * Page of the whole organisation's settings: those that administrators can change, and those agreed with the
 * operator.
 */
export function Component() {
  const { t } = useTranslation();
  const settings = useQuery(customerSettingsQuery);
  return (
    <SettingsPage title={t('system.title')} intro={t('system.intro')}>
      <Loadable query={settings} failed={t('system.failed')}>
        {(loaded) => (
          <>
            <Editable settings={loaded.settings} />
            <Agreed settings={loaded.settings} />
            <Limits {...loaded} />
            <Billing settings={loaded.settings} />
          </>
        )}
      </Loadable>
    </SettingsPage>
  );
}

interface Editing {
  expandedTeamFilter: boolean;
  openAiApiKey: string;
  country: string;
  timeZone: string;
  comparesAgents: boolean;
}

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

function Editable({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const entity = useEntityForm<Editing, CustomerSettingsMap, CommandResponse>({
    values: {
      expandedTeamFilter: settings.expandedTeamFilter,
      country: settings.country,
      timeZone: settings.timeZone,
      comparesAgents: settings.comparesAgents,
      openAiApiKey: '',
    },
    fieldOf: { ai_key_invalid: 'openAiApiKey' },
    command: useChangeCustomerSettings(),
    request: (_, { openAiApiKey = '', ...changed }) => ({
      ...changed,
      ...(openAiApiKey.trim() !== '' && { openAiApiKey: openAiApiKey.trim() }),
    }),
    kept: (wanted) => ({ ...wanted, openAiApiKey: '' }),
    onSaved: () => toastMessage(t('system.saved')),
  });
  const { form } = entity;
  return (
    <SettingsSection title={t('system.yours')}>
      <EntityForm entity={entity}>
        <SettingRow label={t('system.expandedTeamFilter')} hint={t('system.expandedTeamFilterHint')}>
          <Switch
            aria-label={t('system.expandedTeamFilter')}
            {...form.getInputProps('expandedTeamFilter', { type: 'checkbox' })}
          />
        </SettingRow>
        <SettingRow label={t('system.country')} hint={t('system.countryHint')}>
          <CountrySelect
            aria-label={t('system.country')}
            placeholder={t('system.noCountry')}
            value={form.values.country || null}
            onChange={(country) => form.setFieldValue('country', country ?? '')}
          />
        </SettingRow>
        <SettingRow label={t('system.timeZone')} hint={t('system.timeZoneHint')}>
          <Select
            aria-label={t('system.timeZone')}
            data={timeZones}
            searchable
            limit={200}
            allowDeselect={false}
            {...form.getInputProps('timeZone')}
          />
        </SettingRow>
        <SettingRow label={t('system.comparesAgents')} hint={t('system.comparesAgentsHint')}>
          <Switch
            aria-label={t('system.comparesAgents')}
            {...form.getInputProps('comparesAgents', { type: 'checkbox' })}
          />
        </SettingRow>
        <SettingRow label={t('system.aiKey')} hint={t('system.aiKeyHint')}>
          <div className={classes.key}>
            {settings.openAiApiKey && <StoredKey lastFour={settings.openAiApiKey.lastFour} />}
            <PasswordInput
              aria-label={t('system.aiKey')}
              placeholder={t(settings.openAiApiKey ? 'system.replaceKey' : 'system.enterKey')}
              autoComplete="off"
              maxLength={200}
              visibilityToggleButtonProps={{ 'aria-label': t('system.showTyped') }}
              {...form.getInputProps('openAiApiKey')}
            />
          </div>
        </SettingRow>
      </EntityForm>
    </SettingsSection>
  );
}

/** Input for a stored API key, which is never shown again: the user can only replace or remove it. */
function StoredKey({ lastFour }: { lastFour: string }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const change = useChangeCustomerSettings();
  return (
    <Group gap={12} justify="space-between" wrap="nowrap">
      <Text size="sm">{t('system.keyEndsIn', { lastFour })}</Text>
      <Button variant="default" size="compact-md" className={classes.remove} onClick={() => setAsking(true)}>
        {t('system.removeKey')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('system.removeKeyTitle')}
        confirm={t('system.removeKey')}
        action={() => change.mutateAsync({ openAiApiKey: null })}
        onDone={() => {
          setAsking(false);
          toastMessage(t('system.keyRemoved'));
        }}
        onClose={() => setAsking(false)}
      >
        {t('system.removeKeyText')}
      </ConfirmDialog>
    </Group>
  );
}

/** Settings that were agreed with the operator, read-only. */
function Agreed({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const teams = useTeamsById();
  const onOff = (isOn: boolean) => t(isOn ? 'system.on' : 'system.off');
  const { forcedTeamFilter: forced, customDataRetentionDays: days } = settings;
  const names = forced.teamIds.map((id) => teams.get(id)?.name).filter((name) => name !== undefined);
  return (
    <SettingsSection title={t('system.agreed')} intro={t('system.agreedIntro')}>
      <Value label={t('system.contactsForAgents')} value={onOff(settings.contactsModuleForAgentsEnabled)} />
      <Value label={t('system.ai')} value={onOff(settings.openAiEnabled)} />
      <Value label={t('system.api')} hint={t('system.apiHint')} value={onOff(settings.apiEnabled)} />
      <Value
        label={t('system.forcedTeamFilter')}
        hint={
          forced.enabled
            ? [
                names.length > 0
                  ? t('system.forcedTeams', { teams: names.join(', ') })
                  : t('system.forcedEverybody'),
                t(forced.includeUnassignedChats ? 'system.withUnassigned' : 'system.withoutUnassigned'),
              ].join(' ')
            : undefined
        }
        value={onOff(forced.enabled)}
      />
      <Value
        label={t('system.notice')}
        hint={settings.noticeText || undefined}
        value={onOff(settings.noticeEnabled)}
      />
      <Value
        label={t('system.retention')}
        hint={days === -1 ? undefined : t('system.retentionHint')}
        value={days === -1 ? t('system.unlimited') : t('system.days', { count: days })}
      />
    </SettingsSection>
  );
}

function Limits({ settings, use }: CustomerSettingsResponse) {
  const { t } = useTranslation();
  const channels = useQuery(channelsQuery).data;
  const whatsapp = channels?.filter(({ platform, isConnected }) => platform === 'whatsapp' && isConnected);
  const byBird = whatsapp?.filter(({ provider }) => provider === 'bird').length;
  return (
    <SettingsSection title={t('system.limits')}>
      <Limit label={t('system.users')} limit={settings.limitUsers} used={use.users} />
      <Limit
        label={t('system.whatsapp')}
        limit={settings.embeddedSignupLimit}
        used={whatsapp && whatsapp.length - byBird!}
      />
      <Limit label={t('system.whatsappBird')} limit={settings.birdEmbeddedSignupLimit} used={byBird} />
      <Limit label={t('system.flows')} limit={settings.flowsLimit} />
      <Limit label={t('system.webchat')} limit={settings.chatwootLimit} />
      <Limit label={t('system.engageMessages')} limit={settings.engageMessagesLimit} />
      <Limit label={t('system.engageContacts')} limit={settings.engageUniqueContactsLimit} />
    </SettingsSection>
  );
}

function Limit({ label, limit, used }: { label: string; limit: number; used?: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const text =
    limit === -1
      ? used === undefined
        ? t('system.unlimited')
        : t('system.usedUnlimited', { used: number(used) })
      : used === undefined
        ? number(limit)
        : t('system.usedOf', { used: number(used), limit: number(limit) });
  const isFull = used !== undefined && limit !== -1 && used >= limit;
  return (
    <SettingRow label={label}>
      <div className={classes.limit}>
        <Text size="sm" c={isFull ? 'var(--red)' : undefined}>
          {text}
        </Text>
        {used !== undefined && limit > 0 && (
          <Progress
            value={Math.min(100, (used / limit) * 100)}
            color={isFull ? 'red' : undefined}
            size="sm"
            aria-label={label}
          />
        )}
      </div>
    </SettingRow>
  );
}

function Billing({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const price = (cents: number) => (cents === -1 ? t('system.notSet') : money(cents / 100));
  return (
    <SettingsSection title={t('system.billing')}>
      <Value
        label={t('system.period')}
        value={t(settings.billingMonths === 12 ? 'system.yearly' : 'system.monthly')}
      />
      <Value label={t('system.priceMonthly')} value={price(settings.customUserPriceMonthly)} />
      <Value label={t('system.priceYearly')} value={price(settings.customUserPriceYearly)} />
    </SettingsSection>
  );
}

function Value({ label, hint, value }: { label: string; hint?: string; value: string }) {
  return (
    <SettingRow label={label} hint={hint}>
      <Text size="sm" c="dimmed">
        {value}
      </Text>
    </SettingRow>
  );
}
