import { ActionIcon, Button, MultiSelect, Select, SegmentedControl, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  comparisons,
  flagFields,
  idFields,
  lastStatuses,
  MAX_CONDITIONS,
  MAX_GROUPS,
  operandOf,
  timeFields,
  type Comparison,
  type ConditionGroup,
  type ContactCondition,
  type ContactConditions,
  type Match,
} from '@parley/contracts/api/contact-conditions';
import { useConditionChoices } from '../../lib/condition-choices';
import { attributesQuery } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import classes from './contact-lists.module.css';

const fields = [
  ...[...idFields, ...flagFields, 'lastStatus', ...timeFields],
  ...(['metadata', 'attribute', 'keyword'] as const),
] as const;
type Field = (typeof fields)[number];

const first: ContactCondition = { field: 'label', is: 'anyOf', ids: [] };
export const noConditions: ContactConditions = {
  match: 'all',
  groups: [{ match: 'all', conditions: [first] }],
};

/** Returns the conditions without incomplete ones. */
export function complete({ match, groups }: ContactConditions): ContactConditions {
  const kept = groups.map((group) => ({ ...group, conditions: group.conditions.filter(isComplete) }));
  return { match, groups: kept.filter(({ conditions }) => conditions.length > 0) };
}

function isComplete(condition: ContactCondition): boolean {
  switch (condition.field) {
    case 'label':
    case 'channel':
    case 'assignedUser':
    case 'assignedTeam':
      return condition.ids.length > 0;
    case 'createdAt':
    case 'lastSeenAt':
      return !!condition.from || !!condition.before;
    case 'metadata':
      return condition.name.trim() !== '' && (!takesValue(condition.is) || !!condition.value?.trim());
    case 'attribute':
      return (
        condition.attributeId !== '' &&
        (!takesValue(condition.is) || String(condition.value ?? '').trim() !== '')
      );
    case 'keyword':
      return condition.value.trim() !== '';
    default:
      return true;
  }
}

interface ConditionsBuilderProps {
  conditions: ContactConditions;
  onChange: (conditions: ContactConditions) => void;
}

/** Edits conditions on contacts, in groups that match all or any of their conditions. */
export function ConditionsBuilder({ conditions: { match, groups }, onChange }: ConditionsBuilderProps) {
  const { t } = useTranslation();
  const set = (changed: ConditionGroup[]) => onChange({ match, groups: changed });
  return (
    <>
      {groups.length > 1 && (
        <MatchOf
          label={t('contactLists.groupsMatch')}
          match={match}
          onChange={(next) => onChange({ match: next, groups })}
        />
      )}
      {groups.map((group, at) => (
        <Group
          key={at}
          at={at}
          group={group}
          onChange={(next) => set(groups.map((one, other) => (other === at ? next : one)))}
          onRemove={groups.length > 1 ? () => set(groups.filter((_, other) => other !== at)) : null}
        />
      ))}
      {groups.length < MAX_GROUPS && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => set([...groups, { match: 'all', conditions: [first] }])}
        >
          {t('contactLists.addGroup')}
        </Button>
      )}
    </>
  );
}

function MatchOf({
  label,
  match,
  onChange,
}: {
  label: string;
  match: Match;
  onChange: (match: Match) => void;
}) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      aria-label={label}
      size="xs"
      data={[
        { value: 'all', label: t('contactLists.all') },
        { value: 'any', label: t('contactLists.any') },
      ]}
      value={match}
      onChange={(value) => onChange(value)}
    />
  );
}

function Group({
  at,
  group: { match, conditions },
  onChange,
  onRemove,
}: {
  at: number;
  group: ConditionGroup;
  onChange: (group: ConditionGroup) => void;
  onRemove: (() => void) | null;
}) {
  const { t } = useTranslation();
  const set = (changed: ContactCondition[]) => onChange({ match, conditions: changed });
  const name = t('contactLists.group', { number: at + 1 });
  return (
    <div role="group" aria-label={name} className={classes.group}>
      <div className={classes.between}>
        <MatchOf label={name} match={match} onChange={(next) => onChange({ match: next, conditions })} />
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('contactLists.removeGroup')}
            onClick={onRemove}
          >
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
      {conditions.map((condition, index) => (
        <div key={index} className={classes.condition}>
          <Select
            aria-label={t('contactLists.field')}
            allowDeselect={false}
            data={fields.map((value) => ({ value, label: t(`contactLists.fields.${value}`) }))}
            value={condition.field as string}
            onChange={(value) =>
              set(conditions.map((one, other) => (other === index ? beginning(value as Field) : one)))
            }
          />
          <Asked
            condition={condition}
            onChange={(next) => set(conditions.map((one, other) => (other === index ? next : one)))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('contactLists.removeCondition')}
            disabled={conditions.length === 1}
            onClick={() => set(conditions.filter((_, other) => other !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      {conditions.length < MAX_CONDITIONS && (
        <div>
          <Button
            variant="subtle"
            size="compact-md"
            leftSection={<IconPlus size={14} />}
            onClick={() => set([...conditions, first])}
          >
            {t('contactLists.addCondition')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The condition with which the form starts after the user chose a field. */
function beginning(field: Field): ContactCondition {
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
      return { field, name: '', is: 'is', value: '' };
    case 'attribute':
      return { field, attributeId: '', is: 'is', value: '' };
    case 'keyword':
      return { field, value: '' };
  }
}

function takesValue(is: Comparison): boolean {
  return is !== 'known' && is !== 'unknown';
}

/** Controls for the operator and the value of a condition. */
function Asked({
  condition,
  onChange,
}: {
  condition: ContactCondition;
  onChange: (condition: ContactCondition) => void;
}) {
  const { t } = useTranslation();
  const choices = useConditionChoices();
  switch (condition.field) {
    case 'label':
    case 'channel':
    case 'assignedUser':
    case 'assignedTeam': {
      const data = choices[condition.field];
      const unknown = condition.ids.filter((id) => !data.some(({ value }) => value === id));
      return (
        <>
          <Select
            aria-label={t('contactLists.how')}
            allowDeselect={false}
            data={[
              { value: 'anyOf', label: t('contactLists.anyOf') },
              { value: 'noneOf', label: t('contactLists.noneOf') },
            ]}
            value={condition.is}
            onChange={(is) => onChange({ ...condition, is: is as 'anyOf' | 'noneOf' })}
          />
          <MultiSelect
            aria-label={t(`contactLists.fields.${condition.field}`)}
            searchable
            data={[...data, ...unknown.map((value) => ({ value, label: t('contactLists.unknown') }))]}
            value={condition.ids}
            onChange={(ids) => onChange({ ...condition, ids })}
          />
        </>
      );
    }
    case 'optIn':
    case 'blocked':
    case 'vip':
      return (
        <Select
          aria-label={t('contactLists.how')}
          allowDeselect={false}
          data={[
            { value: 'yes', label: t('contactLists.yes') },
            { value: 'no', label: t('contactLists.no') },
          ]}
          value={condition.is ? 'yes' : 'no'}
          onChange={(is) => onChange({ ...condition, is: is === 'yes' })}
        />
      );
    case 'lastStatus':
      return (
        <Select
          aria-label={t('contactLists.how')}
          allowDeselect={false}
          data={lastStatuses.map((value) => ({ value, label: t(`contactLists.status.${value}`) }))}
          value={condition.is}
          onChange={(is) => onChange({ ...condition, is: is as 'open' | 'closed' | 'none' })}
        />
      );
    case 'createdAt':
    case 'lastSeenAt': {
      const dayOf = (time: string | null | undefined) => time?.slice(0, 10) ?? '';
      const momentOf = (day: string) => (day ? `${day}T00:00:00.000Z` : null);
      return (
        <>
          <TextInput
            type="date"
            aria-label={t('contactLists.from')}
            value={dayOf(condition.from)}
            onChange={(event) => onChange({ ...condition, from: momentOf(event.currentTarget.value) })}
          />
          <TextInput
            type="date"
            aria-label={t('contactLists.before')}
            value={dayOf(condition.before)}
            onChange={(event) => onChange({ ...condition, before: momentOf(event.currentTarget.value) })}
          />
        </>
      );
    }
    case 'metadata':
      return (
        <>
          <TextInput
            aria-label={t('contactLists.metadataName')}
            placeholder={t('contactLists.metadataName')}
            value={condition.name}
            onChange={(event) => onChange({ ...condition, name: event.currentTarget.value })}
          />
          <Compared condition={condition} onChange={(changed) => onChange({ ...condition, ...changed })} />
        </>
      );
    case 'keyword':
      return (
        <TextInput
          aria-label={t('contactLists.value')}
          value={condition.value}
          onChange={(event) => onChange({ ...condition, value: event.currentTarget.value })}
        />
      );
    case 'attribute':
      return <OfAttribute condition={condition} onChange={onChange} />;
  }
}

function OfAttribute({
  condition,
  onChange,
}: {
  condition: Extract<ContactCondition, { field: 'attribute' }>;
  onChange: (condition: ContactCondition) => void;
}) {
  const { t } = useTranslation();
  const { data: attributes = [] } = useQuery(attributesQuery);
  const attribute = attributes.find(({ id }) => id === condition.attributeId);
  const isUnknown = condition.attributeId !== '' && !attribute;
  return (
    <>
      <Select
        aria-label={t('contactLists.fields.attribute')}
        placeholder={t('contactLists.fields.attribute')}
        allowDeselect={false}
        searchable
        data={[
          ...attributes.map(({ id, name }) => ({ value: id, label: name })),
          ...(isUnknown ? [{ value: condition.attributeId, label: t('contactLists.unknown') }] : []),
        ]}
        value={condition.attributeId || null}
        onChange={(attributeId) => onChange({ ...condition, attributeId: attributeId ?? '', value: '' })}
      />
      <Compared
        condition={{ is: condition.is, value: String(condition.value ?? '') }}
        choices={attribute?.choices}
        onChange={({ is, value = '' }) =>
          onChange({ ...condition, is, value: operandOf(attribute?.kind, is, value) })
        }
      />
    </>
  );
}

/**
 * Operator and value of a comparison.
 * @param choices the possible values; empty: the user types the value
 */
function Compared({
  condition: { is, value = '' },
  choices = [],
  onChange,
}: {
  condition: { is: Comparison; value?: string };
  choices?: string[];
  onChange: (changed: { is: Comparison; value?: string }) => void;
}) {
  const { t } = useTranslation();
  return (
    <div>
      <Select
        aria-label={t('contactLists.how')}
        allowDeselect={false}
        data={comparisons.map((name) => ({ value: name, label: t(`contactLists.comparison.${name}`) }))}
        value={is}
        onChange={(name) => onChange({ is: name as Comparison, value })}
      />
      {takesValue(is) &&
        (choices.length > 0 ? (
          <Select
            mt={4}
            aria-label={t('contactLists.value')}
            data={choices}
            value={value || null}
            onChange={(chosen) => onChange({ is, value: chosen ?? '' })}
          />
        ) : (
          <TextInput
            mt={4}
            aria-label={t('contactLists.value')}
            value={value}
            onChange={(event) => onChange({ is, value: event.currentTarget.value })}
          />
        ))}
    </div>
  );
}
