import { useState } from 'react';
import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { timePeriods, type TimePeriod } from '@parley/contracts/api/insights';
import { DateField } from '@parley/ui/date-field';
import { channelsQuery, tagsQuery, teamsQuery, usersQuery } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { filterFields, type FilterField, type Filters } from './filters';
import classes from './insights.module.css';
import type { Days } from './periods';

interface FilterBarProps {
  filters: Filters;
  /** First and last day of the period that the dashboard shows. */
  days: Days;
  onChange: (changes: Partial<Filters>) => void;
}

/** Inputs for the period and the filters of the dashboard. */
export function FilterBar({ filters, days, onChange }: FilterBarProps) {
  const { t } = useTranslation();
  const used = filterFields.filter((field) => filters[field].length > 0).length;
  const [isOpen, setOpen] = useState(used > 0);
  const pick = (period: TimePeriod) =>
    onChange({ period, custom: period === 'custom' ? { between: days.between, and: days.and } : null });
  const range = (changes: Partial<Days>) => {
    const custom = { ...(filters.custom ?? days), ...changes };
    if (custom.between && custom.and && custom.between <= custom.and) onChange({ period: 'custom', custom });
  };
  return (
    <div className={classes.filters} role="group" aria-label={t('insights.filters')}>
      <Select
        aria-label={t('insights.period.label')}
        data={timePeriods.map((period) => ({ value: period, label: t(`insights.period.${period}`) }))}
        value={filters.period}
        allowDeselect={false}
        onChange={(period) => period && pick(period)}
        w={170}
      />
      {filters.period === 'custom' && filters.custom && (
        <>
          <DateField
            aria-label={t('insights.from')}
            value={filters.custom.between}
            max={filters.custom.and}
            onChange={(between) => range({ between })}
          />
          <DateField
            aria-label={t('insights.to')}
            value={filters.custom.and}
            min={filters.custom.between}
            onChange={(and) => range({ and })}
          />
        </>
      )}
      <Button
        variant="default"
        leftSection={<IconFilter size={14} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {used > 0 ? t('insights.filtersUsed', { count: used }) : t('insights.filters')}
      </Button>
      {used > 0 && (
        <Button variant="subtle" onClick={() => onChange({ agent: [], channel: [], tags: [], team: [] })}>
          {t('insights.clear')}
        </Button>
      )}
      {!filters.asOf && (
        <Button variant="subtle" onClick={() => onChange({ asOf: startOf(days.and) })}>
          {t('insights.asOf.button')}
        </Button>
      )}
      {filters.asOf && <AsOf asOf={filters.asOf} onChange={(asOf) => onChange({ asOf })} />}
      {isOpen && <Fields filters={filters} onChange={onChange} />}
    </div>
  );
}

/** Start of the current hour, or 23:00 of `day` (YYYY-MM-DD) if that is earlier; ISO 8601. */
function startOf(day: string): string {
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  return new Date(Math.min(hour, Date.parse(`${day}T23:00:00`))).toISOString();
}

/** Input for the past moment as of which all numbers are shown, in the time zone of this device. */
function AsOf({ asOf, onChange }: { asOf: string; onChange: (asOf: string | null) => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className={classes.asOf} role="status">
      <span>{t('insights.asOf.shown', { time: formats.full(asOf) })}</span>
      <TextInput
        type="datetime-local"
        size="xs"
        aria-label={t('insights.asOf.label')}
        value={localMoment(asOf)}
        max={localMoment(new Date().toISOString())}
        onChange={({ currentTarget: { value } }) => {
          const time = Date.parse(value);
          if (!Number.isNaN(time) && time <= Date.now()) onChange(new Date(time).toISOString());
        }}
      />
      <Button variant="default" size="compact-sm" onClick={() => onChange(null)}>
        {t('insights.asOf.back')}
      </Button>
    </div>
  );
}

/** Formats a time as the value of a `datetime-local` input: YYYY-MM-DDTHH:MM in the time zone of this device. */
function localMoment(time: string): string {
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function Fields({ filters, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) {
  const { t } = useTranslation();
  const named = (rows: { id: string; name: string }[] | undefined) =>
    rows?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const options: Record<FilterField, { value: string; label: string }[]> = {
    agent:
      useQuery(usersQuery)
        .data?.filter(({ state }) => state !== 'invited')
        .map(({ id, displayName }) => ({ value: id, label: displayName })) ?? [],
    channel: named(useQuery(channelsQuery).data),
    tags: named(useQuery(tagsQuery).data),
    team: named(useQuery(teamsQuery).data),
  };
  return (
    <div className={classes.fields}>
      {filterFields.map((field) => (
        <MultiSelect
          key={field}
          aria-label={t(`insights.field.${field}`)}
          placeholder={filters[field].length > 0 ? undefined : t(`insights.field.${field}`)}
          // An id that no longer exists stays among the options, so that the user sees why little is shown.
          data={[
            ...options[field],
            ...filters[field]
              .filter((id) => !options[field].some(({ value }) => value === id))
              .map((id) => ({ value: id, label: t('insights.unknown') })),
          ]}
          value={filters[field]}
          onChange={(ids) => onChange({ [field]: ids })}
          searchable
          hidePickedOptions
          maxValues={100}
          maxDropdownHeight={240}
        />
      ))}
    </div>
  );
}
