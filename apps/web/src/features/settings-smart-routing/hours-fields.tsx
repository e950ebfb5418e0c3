import { MultiSelect, Select, Stack, Text } from '@mantine/core';
import { weekdays, type OpenHours, type Weekday } from '@parley/contracts/events/channel.events';
import type { SmartRouteHours } from '@parley/contracts/events/smart-route.events';
import { TimeField } from '@parley/ui/time-field';
import { useTranslation } from '../../lib/translation';
import type { RouteFieldsProps } from './route-values';

const usual: OpenHours = { from: '09:00', to: '17:00' };

/** Inputs for the hours within or outside which a rule applies: the same period on each chosen day. */
export function HoursFields({ form }: RouteFieldsProps) {
  const { t, language } = useTranslation();
  const { hours } = form.values;
  const set = (days: readonly Weekday[], span: OpenHours, zone: string, is: SmartRouteHours['is']) =>
    form.setFieldValue('hours', {
      is,
      hours: {
        timeZone: zone,
        days: Object.fromEntries(
          weekdays.map((day) => [day, days.includes(day) ? [{ ...span }] : []]),
        ) as unknown as SmartRouteHours['hours']['days'],
      },
    });
  const days = hours ? weekdays.filter((day) => hours.hours.days[day].length > 0) : weekdays.slice(0, 5);
  const span = (hours && days[0] && hours.hours.days[days[0]][0]) ?? usual;
  const zone = hours?.hours.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  // 2 February 2026 was a Monday.
  const nameOf = (day: Weekday) =>
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, 1, 2 + weekdays.indexOf(day)),
    );
  return (
    <Stack gap={8}>
      <Select
        label={t('routing.hours')}
        allowDeselect={false}
        maw={240}
        error={form.errors.hours}
        data={(['always', 'inside', 'outside'] as const).map((value) => ({
          value,
          label: t(`routing.${value}`),
        }))}
        value={hours?.is ?? 'always'}
        onChange={(is) => {
          if (is === 'always' || !is) form.setFieldValue('hours', null);
          else if (hours) form.setFieldValue('hours', { ...hours, is });
          else set(days, span, zone, is);
        }}
      />
      {hours && (
        <>
          <Select
            label={t('routing.zone')}
            searchable
            allowDeselect={false}
            maw={360}
            limit={80}
            data={[...new Set([zone, ...Intl.supportedValuesOf('timeZone')])]}
            value={zone}
            onChange={(timeZone) =>
              timeZone && form.setFieldValue('hours', { ...hours, hours: { ...hours.hours, timeZone } })
            }
          />
          <MultiSelect
            label={t('routing.days')}
            data={weekdays.map((value) => ({ value, label: nameOf(value) }))}
            value={days}
            onChange={(chosen) => set(chosen, span, zone, hours.is)}
          />
          <TimeField
            label={t('routing.from')}
            value={span.from}
            hasError={false}
            onChange={(from) => from && set(days, { ...span, from }, zone, hours.is)}
          />
          <TimeField
            label={t('routing.to')}
            value={span.to}
            hasError={false}
            onChange={(to) => to && set(days, { ...span, to }, zone, hours.is)}
          />
          {span.to < span.from && (
            <Text size="sm" c="dimmed">
              {t('routing.overnight')}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}
