import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { timePeriods, type TimePeriod } from '@parley/contracts/api/insights';
import { useNow } from '../../lib/clock';
import { dayIn, daysOf, unitOf, type Days } from './periods';

export const filterFields = ['agent', 'channel', 'tags', 'team'] as const;
export type FilterField = (typeof filterFields)[number];

/** What the dashboard shows, as its address says it. */
export interface Filters extends Record<FilterField, string[]> {
  period: TimePeriod;
  /** Of a period that one has chosen the days of. */
  custom: Days | null;
}

const day = /^\d{4}-\d\d-\d\d$/;
const isDay = (text: string | null): text is string =>
  text !== null && day.test(text) && !Number.isNaN(Date.parse(text));
const longest = 366 * 3;

/** Reads an address; what it says wrong is as if it said nothing. */
export function filtersOf(params: URLSearchParams): Filters {
  const [from, to] = [params.get('from'), params.get('to')];
  const isRange =
    isDay(from) && isDay(to) && from <= to && Date.parse(to) - Date.parse(from) < longest * 86_400_000;
  const named = timePeriods.find((period) => period === params.get('period'));
  const period = named === 'custom' && !isRange ? undefined : named;
  const ids = (field: FilterField) => params.get(field)?.split(',').filter(Boolean).slice(0, 100) ?? [];
  return {
    period: period ?? 'last28Days',
    custom: isRange ? { between: from, and: to } : null,
    ...(Object.fromEntries(filterFields.map((field) => [field, ids(field)])) as Record<
      FilterField,
      string[]
    >),
  };
}

/** The address that says so; what is as ever is not said. */
export function addressOf({ period, custom, ...fields }: Filters, before: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(before);
  const put = (name: string, value: string | null) => (value ? params.set(name, value) : params.delete(name));
  put('period', period === 'last28Days' ? null : period);
  put('from', period === 'custom' && custom ? custom.between : null);
  put('to', period === 'custom' && custom ? custom.and : null);
  for (const field of filterFields) put(field, fields[field].join(','));
  return params;
}

/** What the server is asked besides the metric. */
export type Asked = Days & Partial<Record<FilterField | 'aggregatedBy' | 'direction', string>>;

export function askedOf(filters: Filters, timeZone: string, now: number): Asked {
  const { period, custom } = filters;
  const days =
    period === 'custom' && custom
      ? custom
      : daysOf(period === 'custom' ? 'last28Days' : period, dayIn(timeZone, now));
  const ids = filterFields.flatMap((field) =>
    filters[field].length ? [[field, filters[field].join(',')]] : [],
  );
  const unit = unitOf(period);
  return { ...days, ...(Object.fromEntries(ids) as Partial<Asked>), ...(unit && { aggregatedBy: unit }) };
}

export function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => filtersOf(params), [params]);
  const change = (changes: Partial<Filters>) =>
    setParams((before) => addressOf({ ...filtersOf(before), ...changes }, before), { replace: true });
  return { filters, change };
}

/** What is asked for now: the day of today follows the clock. */
export function useAsked(filters: Filters, timeZone: string): Asked {
  const now = useNow();
  const asked = JSON.stringify(askedOf(filters, timeZone, now));
  return useMemo(() => JSON.parse(asked) as Asked, [asked]);
}

/** Whether the numbers may still change by themselves. */
export function isLive({ and }: Days, timeZone: string, now: number): boolean {
  return and >= dayIn(timeZone, now);
}
