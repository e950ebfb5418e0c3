import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { timePeriods, type TimePeriod } from '@parley/contracts/api/insights';
import { cardSizes, graphIds, SLOTS } from '@parley/contracts/api/insight-graphs';
import { useNow } from '../../lib/clock';
import type { Arrangement } from './arrangement';
import { dayIn, daysOf, unitOf, type Days } from './periods';

export const filterFields = ['agent', 'channel', 'tags', 'team'] as const;
export type FilterField = (typeof filterFields)[number];

/** State of the dashboard, which is stored in the URL. */
export interface Filters extends Record<FilterField, string[]> {
  period: TimePeriod;
  /** First and last day of the period `custom`; null for other periods. */
  custom: Days | null;
  /** A past moment as ISO 8601 UTC: events after it do not count. Null for now. */
  asOf: string | null;
  /** The graphs of a colleague's shared link, shown in place of the user's own; null without one. */
  shared: Arrangement | null;
}

const day = /^\d{4}-\d\d-\d\d$/;
const isDay = (text: string | null): text is string =>
  text !== null && day.test(text) && !Number.isNaN(Date.parse(text));
const longest = 366 * 3;

/** Reads the filters from the parameters of a URL; an invalid parameter counts as absent. */
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
    asOf: momentOf(params.get('asOf')),
    shared: sharedIn(params),
    ...(Object.fromEntries(filterFields.map((field) => [field, ids(field)])) as Record<
      FilterField,
      string[]
    >),
  };
}

function momentOf(text: string | null): string | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function sharedIn(params: URLSearchParams): Arrangement | null {
  const ids = params.get('graphs')?.split(',') ?? [];
  if (ids.length !== SLOTS) return null;
  const sizes = params.get('sizes')?.split(',') ?? [];
  return {
    slots: ids.map((id) => (id !== '' && graphIds.includes(Number(id)) ? Number(id) : null)),
    sizes: ids.map((_, slot) => cardSizes.find((size) => size === sizes[slot]) ?? 'small'),
  };
}

/** Writes filters to the parameters of a URL; default values are omitted. */
export function addressOf(
  { period, custom, asOf, shared, ...fields }: Filters,
  before: URLSearchParams,
): URLSearchParams {
  const params = new URLSearchParams(before);
  const put = (name: string, value: string | null) => (value ? params.set(name, value) : params.delete(name));
  put('period', period === 'last28Days' ? null : period);
  put('from', period === 'custom' && custom ? custom.between : null);
  put('to', period === 'custom' && custom ? custom.and : null);
  put('asOf', asOf);
  put('graphs', shared && shared.slots.join());
  put('sizes', shared?.sizes.some((size) => size !== 'small') ? shared.sizes.join() : null);
  for (const field of filterFields) put(field, fields[field].join(','));
  return params;
}

/** Parameters of a request to the server, except for the metric. */
export type Asked = Days & Partial<Record<FilterField | 'aggregatedBy' | 'direction' | 'asOf', string>>;

export function askedOf(filters: Filters, timeZone: string, clock: number): Asked {
  const { period, custom, asOf } = filters;
  const now = asOf ? Date.parse(asOf) : clock;
  const days =
    period === 'custom' && custom
      ? custom
      : daysOf(period === 'custom' ? 'last28Days' : period, dayIn(timeZone, now));
  const ids = filterFields.flatMap((field) =>
    filters[field].length ? [[field, filters[field].join(',')]] : [],
  );
  const unit = unitOf(period);
  return {
    ...days,
    ...(Object.fromEntries(ids) as Partial<Asked>),
    ...(unit && { aggregatedBy: unit }),
    ...(asOf && { asOf }),
  };
}

export function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => filtersOf(params), [params]);
  const change = (changes: Partial<Filters>) =>
    setParams((before) => addressOf({ ...filtersOf(before), ...changes }, before), { replace: true });
  return { filters, change };
}

/** A hook that returns the present request parameters; a period that includes today moves on at midnight. */
export function useAsked(filters: Filters, timeZone: string): Asked {
  const now = useNow();
  const asked = JSON.stringify(askedOf(filters, timeZone, now));
  return useMemo(() => JSON.parse(asked) as Asked, [asked]);
}

/** Whether the period includes today, so that the numbers may still change. */
export function isLive({ and, asOf }: Asked, timeZone: string, now: number): boolean {
  return asOf === undefined && and >= dayIn(timeZone, now);
}
