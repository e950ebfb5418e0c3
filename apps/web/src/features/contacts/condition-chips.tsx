import { useState } from 'react';
import { Button, CloseButton, Menu, MultiSelect, Popover, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  comparisons,
  lastStatuses,
  operandOf,
  type Comparison,
  type ContactCondition,
} from '@parley/contracts/api/contact-conditions';
import { DateField } from '@parley/ui/date-field';
import { useConditionChoices } from '../../lib/condition-choices';
import { attributesQuery } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import classes from './contacts.module.css';

type Field = ContactCondition['field'];
const fields = [
  ...(['label', 'optIn', 'blocked', 'vip', 'channel', 'assignedUser', 'assignedTeam'] as const),
  ...(['lastStatus', 'createdAt', 'lastSeenAt', 'metadata', 'attribute'] as const),
];

interface ConditionChipsProps {
  conditions: ContactCondition[];
  onChange: (conditions: ContactCondition[]) => void;
}

/** One chip per condition, which opens to edit the condition, and a menu that adds a condition. */
export function ConditionChips({ conditions, onChange }: ConditionChipsProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<number | null>(null);
  const attributes = useQuery(attributesQuery).data ?? [];
  const add = (field: Field) => {
    setOpened(conditions.length);
    onChange([...conditions, draftOf(field, attributes[0]?.id ?? '')]);
  };
  return (
    <>
      {conditions.map((condition, index) => (
        <Chip
          key={`${index}/${condition.field}`}
          condition={condition}
          isOpen={opened === index}
          onToggle={(isOpen) => setOpened(isOpen ? index : null)}
          onChange={(changed) => onChange(conditions.map((one, at) => (at === index ? changed : one)))}
          onRemove={() => onChange(conditions.filter((_, at) => at !== index))}
        />
      ))}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="subtle" size="compact-sm" color="gray" leftSection={<IconPlus size={14} />}>
            {t('contacts.addFilter')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {fields
            .filter((field) => field !== 'attribute' || attributes.length > 0)
            .map((field) => (
              <Menu.Item key={field} onClick={() => add(field)}>
                {t(`contacts.field.${field}`)}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** The condition with which a new chip starts. The chip does not filter until the user chooses ids or a value. */
function draftOf(field: Field, attributeId: string): ContactCondition {
  switch (field) {
    case 'label':
    case 'channel':
    case 'assignedUser':
    case 'assignedTeam':
      return { field, is: 'anyOf', ids: [] };
    case 'optIn':
    case 'blocked':
    case 'vip':
      return { field, is: true };
    case 'lastStatus':
      return { field, is: 'open' };
    case 'createdAt':
    case 'lastSeenAt':
      return { field, from: null, before: null };
    case 'metadata':
      return { field, name: '', is: 'known' };
    case 'attribute':
      return { field, attributeId, is: 'known' };
    case 'keyword':
      return { field, value: '' };
  }
}

interface ChipProps {
  condition: ContactCondition;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  onChange: (condition: ContactCondition) => void;
  onRemove: () => void;
}

function Chip({ condition, isOpen, onToggle, onChange, onRemove }: ChipProps) {
  const { t } = useTranslation();
  const sentence = useSentence()(condition);
  return (
    <span className={classes.chip}>
      <Popover opened={isOpen} onChange={onToggle} trapFocus position="bottom-start" withinPortal>
        <Popover.Target>
          <button type="button" className={classes.chipText} onClick={() => onToggle(!isOpen)}>
            {sentence}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t(`contacts.field.${condition.field}`)}>
          <Stack gap={8} w={280}>
            <Editor condition={condition} onChange={onChange} />
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <CloseButton
        size="xs"
        aria-label={t('contacts.removeFilter', { filter: sentence })}
        onClick={onRemove}
      />
    </span>
  );
}

function Editor({
  condition,
  onChange,
}: {
  condition: ContactCondition;
  onChange: (condition: ContactCondition) => void;
}) {
  const { t } = useTranslation();
  const choices = useConditionChoices();
  const attributes = useQuery(attributesQuery).data ?? [];
  const label = t(`contacts.field.${condition.field}`);
  const inside = { comboboxProps: { withinPortal: false } };
  switch (condition.field) {
    case 'label':
    case 'channel':
    case 'assignedUser':
    case 'assignedTeam':
      return (
        <>
          <Select
            {...inside}
            aria-label={t('contacts.how')}
            allowDeselect={false}
            data={(['anyOf', 'noneOf'] as const).map((value) => ({
              value,
              label: t(`contacts.is.${value}`),
            }))}
            value={condition.is}
            onChange={(is) => onChange({ ...condition, is: is === 'noneOf' ? 'noneOf' : 'anyOf' })}
          />
          <MultiSelect
            {...inside}
            label={label}
            searchable
            maxValues={100}
            data={choices[condition.field]}
            value={condition.ids}
            onChange={(ids) => onChange({ ...condition, ids })}
          />
        </>
      );
    case 'optIn':
    case 'blocked':
    case 'vip':
      return (
        <Select
          {...inside}
          label={label}
          allowDeselect={false}
          data={['yes', 'no'].map((value) => ({ value, label: t(`contacts.${value as 'yes' | 'no'}`) }))}
          value={condition.is ? 'yes' : 'no'}
          onChange={(value) => onChange({ ...condition, is: value === 'yes' })}
        />
      );
    case 'lastStatus':
      return (
        <Select
          {...inside}
          label={label}
          allowDeselect={false}
          data={lastStatuses.map((value) => ({ value, label: t(`contacts.status.${value}`) }))}
          value={condition.is}
          onChange={(value) =>
            onChange({ ...condition, is: lastStatuses.find((status) => status === value) ?? 'open' })
          }
        />
      );
    case 'createdAt':
    case 'lastSeenAt':
      return (
        <>
          <DateField
            label={t('contacts.from')}
            clearable
            value={condition.from?.slice(0, 10) ?? ''}
            onChange={(date) => onChange({ ...condition, from: date ? `${date}T00:00:00.000Z` : null })}
          />
          <DateField
            label={t('contacts.until')}
            clearable
            value={condition.before ? dayBefore(condition.before) : ''}
            onChange={(date) => onChange({ ...condition, before: date ? dayAfter(date) : null })}
          />
        </>
      );
    case 'metadata':
      return (
        <>
          <TextInput
            label={t('contacts.metadataName')}
            maxLength={100}
            value={condition.name}
            onChange={(event) => onChange({ ...condition, name: event.currentTarget.value })}
          />
          <Comparing condition={condition} onChange={(changed) => onChange({ ...condition, ...changed })} />
        </>
      );
    case 'attribute': {
      const attribute = attributes.find(({ id }) => id === condition.attributeId);
      return (
        <>
          <Select
            {...inside}
            label={label}
            allowDeselect={false}
            data={choices.attribute}
            value={condition.attributeId}
            onChange={(attributeId) => onChange({ ...condition, attributeId: attributeId ?? '' })}
          />
          <Comparing
            condition={{ ...condition, value: String(condition.value ?? '') }}
            choices={attribute?.choices}
            onChange={({ is, value = '' }) =>
              onChange({ ...condition, is, value: operandOf(attribute?.kind, is, value) })
            }
          />
        </>
      );
    }
    case 'keyword':
      return null;
  }
}

function Comparing({
  condition: { is, value = '' },
  choices = [],
  onChange,
}: {
  condition: { is: Comparison; value?: string };
  /** The possible values; missing: the user types the value. */
  choices?: string[];
  onChange: (changed: { is: Comparison; value?: string }) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        comboboxProps={{ withinPortal: false }}
        aria-label={t('contacts.how')}
        allowDeselect={false}
        data={comparisons.map((name) => ({ value: name, label: t(`contacts.comparison.${name}`) }))}
        value={is}
        onChange={(name) => onChange({ is: comparisons.find((one) => one === name) ?? 'known', value })}
      />
      {is !== 'known' && is !== 'unknown' && choices.length > 0 && (
        <Select
          comboboxProps={{ withinPortal: false }}
          aria-label={t('contacts.value')}
          data={choices}
          value={value || null}
          onChange={(chosen) => onChange({ is, value: chosen ?? '' })}
        />
      )}
      {is !== 'known' && is !== 'unknown' && choices.length === 0 && (
        <TextInput
          aria-label={t('contacts.value')}
          maxLength={200}
          value={value}
          onChange={(event) => onChange({ is, value: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** @returns a function that describes a condition; ids of deleted entities are shown as unknown */
export function useSentence(): (condition: ContactCondition) => string {
  const { t } = useTranslation();
  const choices = useConditionChoices();
  const nameIn = (field: keyof typeof choices, id: string) =>
    choices[field].find(({ value }) => value === id)?.label ?? t('contacts.unknown');
  return (condition) => {
    const field = t(`contacts.field.${condition.field}`);
    switch (condition.field) {
      case 'label':
      case 'channel':
      case 'assignedUser':
      case 'assignedTeam': {
        const names = condition.ids.map((id) => nameIn(condition.field, id)).join(', ') || '…';
        return `${field} ${t(`contacts.is.${condition.is}`)} ${names}`;
      }
      case 'optIn':
      case 'blocked':
      case 'vip':
        return `${field}: ${t(condition.is ? 'contacts.yes' : 'contacts.no')}`;
      case 'lastStatus':
        return `${field}: ${t(`contacts.status.${condition.is}`)}`;
      case 'createdAt':
      case 'lastSeenAt': {
        const [from, until] = [
          condition.from?.slice(0, 10) ?? '…',
          condition.before ? dayBefore(condition.before) : '…',
        ];
        return `${field}: ${from} – ${until}`;
      }
      case 'metadata':
      case 'attribute': {
        const name =
          condition.field === 'metadata' ? condition.name || '…' : nameIn('attribute', condition.attributeId);
        return `${name} ${t(`contacts.comparison.${condition.is}`)} ${condition.value ?? ''}`.trim();
      }
      case 'keyword':
        return `“${condition.value}”`;
    }
  };
}

const DAY_MS = 86_400_000;
const dayAfter = (date: string) => new Date(Date.parse(date) + DAY_MS).toISOString();
const dayBefore = (iso: string) => new Date(Date.parse(iso) - DAY_MS).toISOString().slice(0, 10);
