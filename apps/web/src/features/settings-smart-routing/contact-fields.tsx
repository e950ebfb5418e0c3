import { ActionIcon, Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { SmartRouteContactRule } from '@parley/contracts/events/smart-route.events';
import { useTranslation } from '../../lib/translation';
import type { RouteFieldsProps } from './route-values';
import classes from './routing.module.css';
import type { Choice } from './use-names';

/** Inputs for a rule's conditions on the contact, one per line. */
export function ContactFields({ form, fields }: RouteFieldsProps & { fields: Choice[] }) {
  const { t } = useTranslation();
  const rules = form.values.contact;
  const set = (contact: SmartRouteContactRule[]) => form.setFieldValue('contact', contact);
  const change = (at: number, changes: Partial<SmartRouteContactRule>) =>
    set(rules.map((rule, index) => (index === at ? { ...rule, ...changes } : rule)));
  return (
    <Stack gap={8}>
      {rules.map(({ field, is, value }, at) => (
        <div key={at} className={classes.contact} role="group" aria-label={t('routing.contact')}>
          <Select
            label={t('routing.field')}
            searchable
            allowDeselect={false}
            data={
              fields.some((one) => one.value === field)
                ? fields
                : [...fields, { value: field, label: t('routing.gone') }]
            }
            value={field}
            onChange={(chosen) => chosen && change(at, { field: chosen })}
          />
          <Select
            label={t('routing.comparison')}
            allowDeselect={false}
            data={(['is', 'isNot', 'contains', 'empty'] as const).map((one) => ({
              value: one,
              label: t(`routing.${one}`),
            }))}
            value={is}
            onChange={(chosen) =>
              chosen && change(at, { is: chosen, ...(chosen === 'empty' && { value: '' }) })
            }
          />
          <TextInput
            label={t('routing.value')}
            disabled={is === 'empty'}
            maxLength={500}
            value={value}
            onChange={(event) => change(at, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('routing.removeContact')}
            onClick={() => set(rules.filter((_, index) => index !== at))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      {form.errors.contact && (
        <Text size="sm" c="var(--red)">
          {form.errors.contact}
        </Text>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => set([...rules, { field: 'company', is: 'contains', value: '' }])}
        >
          {t('routing.addContact')}
        </Button>
      </div>
    </Stack>
  );
}
