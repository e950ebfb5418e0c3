import {
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
  type SimpleGridProps,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import { contactFields, type ContactField } from '@parley/contracts/events/contact.events';
import { brokenContactRule, contactFieldOf } from '@parley/contracts/rules/contact-rules';
import { DateField } from '@parley/ui/date-field';
import type { Entity } from '@parley/ui/use-entity-form';
import { attributesQuery, labelsQuery } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import type { ContactForm } from './contact-values';
import { MetadataFields } from './metadata-fields';

const textOfRule = {
  phone: 'invalid-phone',
  email: 'invalid-email',
  country: 'invalid-country',
  length: 'too-long',
} as const;

/** Validation functions by field, run before the request is sent. */
export function useContactRules(): Partial<Record<ContactField, (value: string) => string | null>> {
  const { t } = useTranslation();
  return Object.fromEntries(
    contactFields.map((field) => [
      field,
      (value: string) => {
        // A number without a country code is accepted: the server completes it with the country of the contact or the
        // organisation.
        if (field === 'phone' && /^[\d\s()./-]+$/.test(value)) return null;
        const rule = brokenContactRule(field, contactFieldOf(field, value));
        return rule && t(`validation.${textOfRule[rule]}`);
      },
    ]),
  );
}

const addresses: readonly ContactField[] = ['phone', 'email'];

/** Inputs for a contact. A known phone number or e-mail address cannot be changed (spec, section 5). */
export function ContactFieldsForm({
  entity,
  contact,
}: {
  entity: Entity<ContactForm>;
  contact: ContactResponse | null;
}) {
  const { t } = useTranslation();
  const { form } = entity;
  const labels = useQuery(labelsQuery).data ?? [];
  // The explanation is shown once, below the last of the fields that cannot be changed.
  const lastFixed = addresses.filter((field) => contact?.[field]).at(-1);
  // For a known contact the form is beside the timeline, where there is room for one column only.
  const cols = contact ? 1 : { base: 1, xs: 2 };
  return (
    <Stack gap={16}>
      <SimpleGrid cols={cols} spacing={12}>
        {contactFields.map((field) => {
          const isFixed = addresses.includes(field) && !!contact?.[field];
          return (
            <TextInput
              key={field}
              label={t(`contactField.${field}`)}
              description={field === lastFixed ? t('contacts.fixed') : undefined}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              readOnly={isFixed}
              variant={isFixed ? 'filled' : undefined}
              inputMode={field === 'phone' ? 'tel' : field === 'email' ? 'email' : undefined}
              maxLength={254}
              autoComplete="off"
              {...form.getInputProps(field)}
            />
          );
        })}
      </SimpleGrid>
      <Attributes form={form} cols={cols} />
      {contact && <MetadataFields entity={entity} contact={contact} />}
      <MultiSelect
        label={t('contacts.column.labels')}
        searchable
        data={labels.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('labelIds')}
      />
      <Switch label={t('contacts.field.optIn')} {...form.getInputProps('optIn', { type: 'checkbox' })} />
      <Switch
        label={t('contacts.field.vip')}
        {...form.getInputProps('isHighPriority', { type: 'checkbox' })}
      />
      <Switch
        label={t('contacts.field.blocked')}
        {...form.getInputProps('isBlocked', { type: 'checkbox' })}
      />
    </Stack>
  );
}

function Attributes({ form, cols }: { form: Entity<ContactForm>['form']; cols: SimpleGridProps['cols'] }) {
  const attributes = useQuery(attributesQuery).data ?? [];
  const { attributes: values } = form.getValues();
  if (attributes.length === 0) return null;
  const change = (id: string, value: string) => form.setFieldValue('attributes', { ...values, [id]: value });
  return (
    <SimpleGrid cols={cols} spacing={12}>
      {attributes.map(({ id, name, kind, choices }) => {
        const value = values[id] ?? '';
        if (kind === 'date')
          return (
            <DateField key={id} label={name} clearable value={value} onChange={(date) => change(id, date)} />
          );
        if (kind === 'choice')
          return (
            <Select
              key={id}
              label={name}
              clearable
              data={[...new Set([...choices, ...(value ? [value] : [])])]}
              value={value || null}
              onChange={(choice) => change(id, choice ?? '')}
            />
          );
        return (
          <TextInput
            key={id}
            label={name}
            inputMode={kind === 'number' ? 'decimal' : undefined}
            maxLength={1_000}
            value={value}
            onChange={(event) => change(id, event.currentTarget.value)}
          />
        );
      })}
    </SimpleGrid>
  );
}
