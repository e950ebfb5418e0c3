import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ExportFilter, ExportKind } from '@parley/contracts/api/exports';
import { channelsQuery, labelsQuery, tagsQuery, teamsQuery, usersQuery } from '../../lib/directory';
import type { SelectedContacts } from '../../lib/feature';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import classes from './exports.module.css';

interface FilterFieldsProps {
  kind: ExportKind;
  filter: ExportFilter;
  selected: SelectedContacts | null;
  onChange: (changed: Partial<ExportFilter>) => void;
}

export function FilterFields({ kind, ...props }: FilterFieldsProps) {
  switch (kind) {
    case 'conversations':
    case 'messages':
      return <ConversationFields {...props} />;
    case 'contacts':
      return <ContactFields {...props} />;
    case 'metrics':
      return <MetricFields {...props} />;
    case 'audit':
      return <AuditFields {...props} />;
  }
}

type FieldsProps = Omit<FilterFieldsProps, 'kind'>;
type ListField = 'channels' | 'tags' | 'teams' | 'userIds' | 'labelIds';
interface Named {
  id: string;
  name: string;
}

function ConversationFields({ filter, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const channels = useQuery(channelsQuery).data;
  const teams = useQuery(teamsQuery).data;
  const users = usePeople();
  const tags = useQuery(tagsQuery).data;
  const labels = useQuery(labelsQuery).data;
  const many = (label: string, field: ListField, data: Named[] | undefined) => (
    <Many label={label} data={data} value={filter[field]} onChange={(ids) => onChange({ [field]: ids })} />
  );
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={t('exports.status')}
          placeholder={t('exports.any')}
          clearable
          data={(['open', 'snoozed', 'archived'] as const).map((value) => ({
            value,
            label: t(`exports.statusOf.${value}`),
          }))}
          value={filter.status ?? null}
          onChange={(status) => onChange({ status: (status as ExportFilter['status']) ?? undefined })}
          clearButtonProps={{ 'aria-label': t('exports.any') }}
        />
        {many(t('exports.channels'), 'channels', channels)}
        {many(t('exports.users'), 'userIds', users)}
        {many(t('exports.teams'), 'teams', teams)}
        {many(t('exports.tags'), 'tags', tags)}
        {many(t('exports.labels'), 'labelIds', labels)}
      </div>
      <Keyword filter={filter} onChange={onChange} />
    </>
  );
}

function MetricFields({ filter, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const channels = useQuery(channelsQuery).data;
  const teams = useQuery(teamsQuery).data;
  const users = usePeople();
  const many = (label: string, field: ListField, data: Named[] | undefined) => (
    <Many label={label} data={data} value={filter[field]} onChange={(ids) => onChange({ [field]: ids })} />
  );
  return (
    <div className={classes.pair}>
      {many(t('exports.channels'), 'channels', channels)}
      {many(t('exports.agents'), 'userIds', users)}
      {many(t('exports.teams'), 'teams', teams)}
    </div>
  );
}

function ContactFields({ filter, selected, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (selected) {
    return <p>{t('exports.fromList', { count: selected.count, formatted: number(selected.count) })}</p>;
  }
  return (
    <>
      <Keyword filter={filter} onChange={onChange} />
      <p className={classes.dimmed}>{t('exports.toList')}</p>
    </>
  );
}

function AuditFields({ filter, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.pair}>
      <Select
        label={t('exports.entries')}
        placeholder={t('exports.any')}
        clearable
        data={(['changes', 'sign-ins'] as const).map((value) => ({
          value,
          label: t(`exports.entriesOf.${value}`),
        }))}
        value={filter.entries ?? null}
        onChange={(entries) => onChange({ entries: (entries as ExportFilter['entries']) ?? undefined })}
        clearButtonProps={{ 'aria-label': t('exports.any') }}
      />
      <Many
        label={t('exports.people')}
        data={usePeople()}
        value={filter.userIds}
        onChange={(userIds) => onChange({ userIds })}
      />
    </div>
  );
}

function usePeople(): Named[] | undefined {
  return useQuery(usersQuery)
    .data?.filter(({ state }) => state !== 'deleted')
    .map(({ id, displayName, email }) => ({ id, name: displayName || email }));
}

function Keyword({ filter, onChange }: Pick<FieldsProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('exports.keyword')}
      description={t('exports.keywordHint')}
      maxLength={100}
      value={filter.keyword ?? ''}
      onChange={({ currentTarget }) => onChange({ keyword: currentTarget.value })}
    />
  );
}

interface ManyProps {
  label: string;
  data: Named[] | undefined;
  value: string[] | undefined;
  onChange: (ids: string[]) => void;
}

function Many({ label, data, value = [], onChange }: ManyProps) {
  const { t } = useTranslation();
  return (
    <MultiSelect
      label={label}
      placeholder={value.length > 0 ? undefined : t('exports.any')}
      data={data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value}
      onChange={onChange}
      searchable
      hidePickedOptions
      maxDropdownHeight={220}
    />
  );
}
