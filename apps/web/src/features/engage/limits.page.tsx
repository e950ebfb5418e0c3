import { useState } from 'react';
import {
  Badge,
  Button,
  Group,
  NumberInput,
  Progress,
  Select,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EngageLimitsResponse, LimitUse } from '@parley/contracts/api/broadcasts';
import {
  FASTEST_PER_SECOND,
  MAX_OPT_OUT_WORDS,
  MAX_PRICES,
  type EngageSettings,
} from '@parley/contracts/events';
import { templateCategories, type TemplateCategory } from '@parley/contracts/events/template-content';
import { ConfirmDialog } from '@parley/ui/dialog';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage, SettingsSection } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { can, useMe } from '../../lib/me';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { limitsQuery, useChangeSettings, useRaise } from './engage-api';
import classes from './engage.module.css';

/** Monthly limits and their use, Meta's limits per channel, and the organisation's settings for sending. */
export function Component() {
  const { t } = useTranslation();
  const { ability } = useMe();
  const query = useQuery(limitsQuery);
  return (
    <SettingsPage wide title={t('engage.limits')} back={{ to: '/engage/list', label: t('engage.title') }}>
      <Loadable query={query} failed={t('engage.failed')}>
        {(limits) => (
          <>
            <Uses limits={limits} />
            <Channels limits={limits} />
            {can(ability, 'update', 'engage') && <Raise limits={limits} />}
            {can(ability, 'update', 'engageSettings') && (
              <Settings key={JSON.stringify(limits.settings)} settings={limits.settings} />
            )}
          </>
        )}
      </Loadable>
    </SettingsPage>
  );
}

function Uses({ limits: { messages, contacts, resetsAt } }: { limits: EngageLimitsResponse }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  return (
    <SettingsSection title={t('engage.month')} intro={t('engage.resets', { time: full(resetsAt) })}>
      <ul className={classes.bars}>
        <Use name={t('engage.messagesLimit')} of={messages} />
        <Use name={t('engage.contactsLimit')} of={contacts} />
      </ul>
    </SettingsSection>
  );
}

function Use({ name, of: { limit, used } }: { name: string; of: LimitUse }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <li>
      <span>{name}</span>
      {limit < 0 ? (
        <span className={classes.dimmed}>{t('engage.noLimit', { used: number(used) })}</span>
      ) : (
        <Progress value={limit === 0 ? 100 : Math.min(100, (used / limit) * 100)} aria-label={name} />
      )}
      <span className={classes.number}>
        {limit < 0 ? '' : t('engage.left', { formatted: number(Math.max(0, limit - used)) })}
      </span>
    </li>
  );
}

function Channels({ limits: { channels } }: { limits: EngageLimitsResponse }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  if (channels.length === 0) return null;
  return (
    <SettingsSection title={t('engage.meta')} intro={t('engage.metaText')}>
      <ul className={classes.plain}>
        {channels.map(({ channelId, name, tier, quality, waitsUntil }) => (
          <li key={channelId}>
            <Group gap={8}>
              <span className={classes.name}>{name}</span>
              <Badge variant="light" color="gray">
                {tier ?? t('engage.tierUnknown')}
              </Badge>
              {quality && <span className={classes.dimmed}>{t(`engage.quality.${quality as 'high'}`)}</span>}
              {waitsUntil && <span>{t('engage.metaWaits', { time: full(waitsUntil) })}</span>}
            </Group>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}

function Raise({ limits: { messages, contacts, asked } }: { limits: EngageLimitsResponse }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [wanted, setWanted] = useState({
    messages: asked?.messages ?? Math.max(1_000, messages.limit * 2),
    contacts: asked?.contacts ?? Math.max(1_000, contacts.limit * 2),
  });
  const raise = useRaise();
  const ask = () =>
    raise.mutate(wanted, {
      onSuccess: () => toastMessage(t('engage.asked')),
      onError: (error) => toastFailure(error),
    });
  return (
    <SettingsSection title={t('engage.raise')} intro={t('engage.raiseText')}>
      {asked && (
        <Text size="sm" role="status">
          {t('engage.askedFor', { messages: number(asked.messages), contacts: number(asked.contacts) })}
        </Text>
      )}
      <Group align="end">
        <NumberInput
          label={t('engage.messagesLimit')}
          min={1}
          max={1_000_000_000}
          thousandSeparator
          value={wanted.messages}
          onChange={(value) => setWanted({ ...wanted, messages: Math.max(1, Number(value) || 1) })}
        />
        <NumberInput
          label={t('engage.contactsLimit')}
          min={1}
          max={1_000_000_000}
          thousandSeparator
          value={wanted.contacts}
          onChange={(value) => setWanted({ ...wanted, contacts: Math.max(1, Number(value) || 1) })}
        />
        <Button loading={raise.isPending} onClick={ask}>
          {t('engage.ask')}
        </Button>
      </Group>
    </SettingsSection>
  );
}

function Settings({ settings }: { settings: EngageSettings }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(settings);
  const [isAsked, setAsked] = useState(false);
  const change = useChangeSettings();
  const set = (changes: Partial<EngageSettings>) => setDraft({ ...draft, ...changes });
  const { quietHours } = draft;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(settings);
  const save = () =>
    change.mutateAsync(draft).then(
      () => toastMessage(t('engage.settingsSaved')),
      (error: unknown) => toastFailure(error),
    );
  return (
    <SettingsSection title={t('engage.settings')}>
      <Stack maw={640}>
        <Select
          label={t('engage.timeZone')}
          description={t('engage.timeZoneHint')}
          searchable
          limit={50}
          allowDeselect={false}
          data={[...new Set([settings.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
          value={draft.timeZone}
          onChange={(timeZone) => timeZone && set({ timeZone })}
        />
        <Switch
          label={t('engage.quietHours')}
          description={t('engage.quietHoursHint')}
          checked={quietHours.isOn}
          onChange={({ currentTarget }) =>
            set({ quietHours: { ...quietHours, isOn: currentTarget.checked } })
          }
        />
        {quietHours.isOn && (
          <Group>
            {(['from', 'until'] as const).map((end) => (
              <TextInput
                key={end}
                type="time"
                label={t(`engage.${end}`)}
                value={quietHours[end]}
                onChange={({ currentTarget }) =>
                  currentTarget.value && set({ quietHours: { ...quietHours, [end]: currentTarget.value } })
                }
              />
            ))}
          </Group>
        )}
        <Switch
          label={t('engage.needsOptIn')}
          description={t('engage.needsOptInHint')}
          checked={draft.needsOptIn}
          onChange={({ currentTarget }) =>
            currentTarget.checked ? set({ needsOptIn: true }) : setAsked(true)
          }
        />
        <TagsInput
          label={t('engage.optOutWords')}
          description={t('engage.optOutWordsHint')}
          maxTags={MAX_OPT_OUT_WORDS}
          value={draft.optOutWords}
          onChange={(optOutWords) => set({ optOutWords })}
        />
        <NumberInput
          label={t('engage.perSecond')}
          description={t('engage.perSecondHint')}
          min={1}
          max={FASTEST_PER_SECOND}
          value={draft.perSecond}
          onChange={(value) =>
            set({ perSecond: Math.min(FASTEST_PER_SECOND, Math.max(1, Number(value) || 1)) })
          }
        />
        <Prices prices={draft.prices} onChange={(prices) => set({ prices })} />
        <Group>
          <Button disabled={!isChanged} loading={change.isPending} onClick={() => void save()}>
            {t('engage.save')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isAsked}
        title={t('engage.withoutOptIn')}
        confirm={t('engage.withoutOptInConfirm')}
        action={() => Promise.resolve(set({ needsOptIn: false }))}
        onDone={() => setAsked(false)}
        onClose={() => setAsked(false)}
      >
        {t('engage.withoutOptInText')}
      </ConfirmDialog>
    </SettingsSection>
  );
}

type Prices = EngageSettings['prices'];

/** Prices of a message by country calling code and template category, used only to estimate costs. */
function Prices({ prices, onChange }: { prices: Prices; onChange: (prices: Prices) => void }) {
  const { t } = useTranslation();
  const set = (at: number, changes: Partial<Prices[number]>) =>
    onChange(prices.map((price, index) => (index === at ? { ...price, ...changes } : price)));
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <legend>{t('engage.prices')}</legend>
      {prices.map(({ callingCode, category, amount }, index) => (
        <Group key={index} align="end" gap={8} mb={8}>
          <TextInput
            w={110}
            label={t('engage.callingCode')}
            value={callingCode}
            onChange={({ currentTarget }) =>
              set(index, { callingCode: currentTarget.value.replace(/\D/g, '').slice(0, 6) })
            }
          />
          <Select
            w={170}
            label={t('engage.categoryLabel')}
            allowDeselect={false}
            data={templateCategories.map((value) => ({ value, label: t(`engage.category.${value}`) }))}
            value={category}
            onChange={(value) => set(index, { category: value as TemplateCategory })}
          />
          <NumberInput
            w={120}
            label={t('engage.price')}
            min={0}
            max={1_000}
            decimalScale={4}
            value={amount / 10_000}
            onChange={(value) => set(index, { amount: Math.round((Number(value) || 0) * 10_000) })}
          />
          <Button
            variant="subtle"
            color="gray"
            onClick={() => onChange(prices.filter((_, at) => at !== index))}
          >
            {t('engage.remove')}
          </Button>
        </Group>
      ))}
      <Button
        variant="default"
        disabled={prices.length >= MAX_PRICES}
        onClick={() => onChange([...prices, { callingCode: '31', category: 'marketing', amount: 0 }])}
      >
        {t('engage.addPrice')}
      </Button>
    </fieldset>
  );
}
