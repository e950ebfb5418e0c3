import type { ReactNode } from 'react';
import { ActionIcon, Group, Select, Switch, Text } from '@mantine/core';
import { IconCopy, IconPlus, IconX } from '@tabler/icons-react';
import {
  weekdays,
  type BusinessHours,
  type OpenHours,
  type Weekday,
} from '@parley/contracts/events/channel.events';
import { MAX_OPEN_HOURS_A_DAY } from '@parley/contracts/rules/channel-rules';
import { SettingRow, SettingsSection } from '@parley/ui/settings-page';
import { TimeField } from '@parley/ui/time-field';
import { useTranslation } from '../../lib/translation';
import type { SectionProps } from './channel-form';
import classes from './channels.module.css';

const workdays: readonly Weekday[] = weekdays.slice(0, 5);
const usual: OpenHours = { from: '09:00', to: '17:00' };

/** Settings for the opening hours on each day of the week. */
export function BusinessHoursSection({ form }: SectionProps) {
  const { t } = useTranslation();
  const { businessHours } = form.values;
  const label = t('channels.settings.businessHours');
  return (
    <SettingsSection title={t('channels.section.hours')}>
      <div style={{ marginTop: 8 }}>
        <SettingRow label={label} hint={t('channels.hints.businessHours')}>
          <Switch
            aria-label={label}
            checked={businessHours !== null}
            onChange={(event) =>
              form.setFieldValue('businessHours', event.currentTarget.checked ? officeHours() : null)
            }
          />
        </SettingRow>
        {businessHours && <Week form={form} hours={businessHours} />}
      </div>
    </SettingsSection>
  );
}

function Week({ form, hours }: SectionProps & { hours: BusinessHours }) {
  const { t } = useTranslation();
  const setDays = (days: Partial<BusinessHours['days']>) =>
    form.setFieldValue('businessHours', { ...hours, days: { ...hours.days, ...days } });
  const copy = (day: Weekday) =>
    setDays(
      Object.fromEntries(workdays.map((other) => [other, hours.days[day].map((open) => ({ ...open }))])),
    );
  return (
    <>
      <Select
        label={t('channels.timeZone')}
        description={t('channels.timeZoneHint')}
        searchable
        allowDeselect={false}
        maw={360}
        mb={16}
        limit={80}
        // Adds the channel's zone, since browsers do not list every zone that they support, such as UTC.
        data={[...new Set([hours.timeZone, ...Intl.supportedValuesOf('timeZone')])]}
        value={hours.timeZone}
        error={form.errors['businessHours.timeZone']}
        onChange={(timeZone) => timeZone && form.setFieldValue('businessHours', { ...hours, timeZone })}
      />
      {weekdays.map((day) => (
        <Day
          key={day}
          form={form}
          day={day}
          open={hours.days[day]}
          onChange={(open) => setDays({ [day]: open })}
          onCopy={() => copy(day)}
        />
      ))}
    </>
  );
}

interface DayProps extends SectionProps {
  day: Weekday;
  open: OpenHours[];
  onChange: (open: OpenHours[]) => void;
  onCopy: () => void;
}

function Day({ form, day, open, onChange, onCopy }: DayProps) {
  const { t } = useTranslation();
  const name = t(`channels.day.${day}`);
  const replace = (index: number, change: Partial<OpenHours>) =>
    onChange(open.map((period, at) => (at === index ? { ...period, ...change } : period)));
  return (
    <div role="group" aria-label={name} className={classes.day}>
      <span className={classes.dayName}>{name}</span>
      <div className={classes.shifts}>
        {open.length === 0 && <span className={classes.closed}>{t('channels.closed')}</span>}
        {open.map((period, index) => (
          <Shift
            key={index}
            day={name}
            period={period}
            error={errorOf(form, day, index)}
            onChange={(change) => replace(index, change)}
            onRemove={() => onChange(open.filter((_, at) => at !== index))}
          />
        ))}
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          data-tip={t('channels.addHours', { day: name })}
          size={36}
          aria-label={t('channels.addHours', { day: name })}
          disabled={open.length >= MAX_OPEN_HOURS_A_DAY}
          onClick={() => onChange([...open, nextAfter(open)])}
        >
          <IconPlus size={16} />
        </ActionIcon>
        <ActionIcon
          data-tip={t('channels.copyHours', { day: name })}
          size={36}
          aria-label={t('channels.copyHours', { day: name })}
          onClick={onCopy}
        >
          <IconCopy size={16} />
        </ActionIcon>
      </Group>
    </div>
  );
}

interface ShiftProps {
  day: string;
  period: OpenHours;
  error: ReactNode;
  onChange: (change: Partial<OpenHours>) => void;
  onRemove: () => void;
}

function Shift({ day, period, error, onChange, onRemove }: ShiftProps) {
  const { t } = useTranslation();
  return (
    <div>
      <div className={classes.shift}>
        <TimeField
          className={classes.time}
          label={t('channels.from', { day })}
          value={period.from}
          hasError={!!error}
          onChange={(from) => onChange({ from })}
        />
        <span className={classes.to} aria-hidden>
          –
        </span>
        <TimeField
          className={classes.time}
          label={t('channels.to', { day })}
          // A time input cannot show 24:00, so the input shows and accepts 00:00 for the end of the day.
          value={period.to === '24:00' ? '00:00' : period.to}
          hasError={!!error}
          onChange={(value) => onChange({ to: value === '00:00' ? '24:00' : value })}
        />
        <ActionIcon size={36} aria-label={t('channels.removeHours', { day })} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      {error && (
        <Text size="xs" c="var(--red)" role="alert" mt={4}>
          {error}
        </Text>
      )}
    </div>
  );
}

function errorOf(form: SectionProps['form'], day: Weekday, index: number): ReactNode {
  const field = `businessHours.days.${day}`;
  return form.errors[`${field}.${index}.from`] ?? form.errors[`${field}.${index}.to`] ?? form.errors[field];
}

/** Proposes opening hours for one more period of a day: after the last one, if the day has room. */
function nextAfter(open: OpenHours[]): OpenHours {
  const last = open.at(-1)?.to;
  if (!last) return { ...usual };
  const hour = Number(last.slice(0, 2)) + 1;
  const at = (value: number) => `${String(value).padStart(2, '0')}:00`;
  return hour < 23 ? { from: at(hour), to: at(Math.min(hour + 4, 24)) } : { from: '', to: '' };
}

function officeHours(): BusinessHours {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const days = weekdays.map((day) => [day, workdays.includes(day) ? [{ ...usual }] : []] as const);
  return { timeZone, days: Object.fromEntries(days) as BusinessHours['days'] };
}
