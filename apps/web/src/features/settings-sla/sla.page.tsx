import {
  ActionIcon,
  Button,
  Group,
  MultiSelect,
  NumberInput,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { CustomerSettingsMap } from '@parley/contracts/api/customer-settings';
import {
  MAX_SLA_MINUTES,
  MAX_SLA_POLICIES,
  SLA_NAME_LENGTH,
  slaClocks,
  type SlaPolicy,
} from '@parley/contracts/rules/service-levels';
import { EntityForm } from '@parley/ui/entity-form';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useEntityForm, type Entity } from '@parley/ui/use-entity-form';
import { customerSettingsQuery, useChangeCustomerSettings } from '../../lib/customer-settings';
import { useChannelsById, useTagsById, useTeamsById } from '../../lib/directory';
import { newId } from '../../lib/id';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './sla.module.css';

interface SlaForm {
  slaPolicies: SlaPolicy[];
}

/**
 * Page of the SLA policies: targets for replies and resolution, and the conversations to which each policy applies.
 */
export function Component() {
  const { t } = useTranslation();
  const settings = useQuery(customerSettingsQuery);
  return (
    <SettingsPage title={t('slaPolicies.title')} intro={t('slaPolicies.intro')}>
      <Loadable query={settings} failed={t('slaPolicies.failed')}>
        {(loaded) => <Policies policies={loaded.settings.slaPolicies} />}
      </Loadable>
    </SettingsPage>
  );
}

function Policies({ policies }: { policies: SlaPolicy[] }) {
  const { t } = useTranslation();
  const entity = useEntityForm<SlaForm, CustomerSettingsMap, CommandResponse>({
    values: { slaPolicies: policies },
    rules: {
      slaPolicies: {
        name: (name: string) => (name.trim() === '' ? t('slaPolicies.nameMissing') : null),
        targets: (targets: SlaPolicy['targets']) =>
          slaClocks.every((clock) => targets[clock] === null) ? t('slaPolicies.targetMissing') : null,
      },
    },
    command: useChangeCustomerSettings(),
    request: (_, changed) => changed,
    onSaved: () => toastMessage(t('slaPolicies.saved')),
  });
  const { form } = entity;
  const { slaPolicies: shown } = form.values;
  const add = () =>
    form.insertListItem('slaPolicies', {
      ...{ id: newId(), name: '', channelIds: [], teamIds: [], tagIds: [], isPriorityOnly: false },
      targets: { firstReply: 60, nextReply: null, resolve: null },
      ...{ countsBusinessHours: true, pausesForContact: true, warnsAtPercent: 80 },
    } satisfies SlaPolicy);
  return (
    <EntityForm entity={entity} invalid={t('slaPolicies.invalid')}>
      {shown.length === 0 && <Text c="dimmed">{t('slaPolicies.none')}</Text>}
      <ol className={classes.policies}>
        {shown.map((policy, index) => (
          <Policy key={policy.id} form={form} policy={policy} index={index} />
        ))}
      </ol>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={shown.length >= MAX_SLA_POLICIES}
        onClick={add}
      >
        {t('slaPolicies.add')}
      </Button>
    </EntityForm>
  );
}

interface PolicyProps {
  form: Entity<SlaForm>['form'];
  policy: SlaPolicy;
  index: number;
}

function Policy({ form, policy, index }: PolicyProps) {
  const { t } = useTranslation();
  const at = `slaPolicies.${index}`;
  const name = policy.name.trim() || t('slaPolicies.unnamed', { number: index + 1 });
  const choices = (all: Iterable<{ id: string; name: string }>) =>
    [...all].map((each) => ({ value: each.id, label: each.name }));
  const channels = choices(useChannelsById().values());
  const teams = choices(useTeamsById().values());
  const tags = choices(useTagsById().values());
  const among = (field: 'channelIds' | 'teamIds' | 'tagIds', data: { value: string; label: string }[]) => (
    <MultiSelect
      label={t(`slaPolicies.${field}`)}
      placeholder={policy[field].length === 0 ? t('slaPolicies.any') : undefined}
      data={data}
      searchable
      hidePickedOptions
      {...form.getInputProps(`${at}.${field}`)}
    />
  );
  return (
    <li className={classes.policy} aria-label={name}>
      <Stack gap={12}>
        <Group gap={8} wrap="nowrap" align="end">
          <TextInput
            className={classes.name}
            label={t('slaPolicies.name')}
            maxLength={SLA_NAME_LENGTH}
            {...form.getInputProps(`${at}.name`)}
          />
          <ActionIcon
            size={36}
            aria-label={t('slaPolicies.up', { name })}
            disabled={index === 0}
            onClick={() => form.reorderListItem('slaPolicies', { from: index, to: index - 1 })}
          >
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            size={36}
            aria-label={t('slaPolicies.remove', { name })}
            onClick={() => form.removeListItem('slaPolicies', index)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
        <div className={classes.columns}>
          {slaClocks.map((clock) => (
            <NumberInput
              key={clock}
              label={t('slaPolicies.minutes', { target: t(`sla.clock.${clock}`) })}
              min={1}
              max={MAX_SLA_MINUTES}
              clampBehavior="strict"
              allowDecimal={false}
              placeholder={t('slaPolicies.noTarget')}
              value={policy.targets[clock] ?? ''}
              error={clock === 'firstReply' ? form.errors[`${at}.targets`] : undefined}
              onChange={(value) =>
                form.setFieldValue(`${at}.targets`, {
                  ...policy.targets,
                  [clock]: typeof value === 'number' ? value : null,
                })
              }
            />
          ))}
        </div>
        <div className={classes.columns}>
          {among('channelIds', channels)}
          {among('teamIds', teams)}
          {among('tagIds', tags)}
        </div>
        <Switch
          label={t('slaPolicies.isPriorityOnly')}
          {...form.getInputProps(`${at}.isPriorityOnly`, { type: 'checkbox' })}
        />
        <Switch
          label={t('slaPolicies.countsBusinessHours')}
          {...form.getInputProps(`${at}.countsBusinessHours`, { type: 'checkbox' })}
        />
        <Switch
          label={t('slaPolicies.pausesForContact')}
          {...form.getInputProps(`${at}.pausesForContact`, { type: 'checkbox' })}
        />
        <NumberInput
          className={classes.percent}
          label={t('slaPolicies.warnsAtPercent')}
          min={1}
          max={99}
          clampBehavior="strict"
          allowDecimal={false}
          suffix=" %"
          value={policy.warnsAtPercent}
          onChange={(value) =>
            form.setFieldValue(`${at}.warnsAtPercent`, typeof value === 'number' ? value : 80)
          }
        />
      </Stack>
    </li>
  );
}
