import type { Measure } from '@parley/contracts/api/insight-metrics';
import { timeUnits, type TimeUnit } from '@parley/contracts/api/insights';

/** The filters of a question, with its range as times. */
export interface Asked {
  customerId: string;
  timeZone: string;
  /** ISO 8601 UTC: the start of the range, inclusive, and its end, exclusive. */
  from: string;
  to: string;
  agents?: string[];
  channels?: string[];
  tags?: string[];
  teams?: string[];
}

/** Parameters of an SQL statement, numbered in order. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** The filters as an SQL condition on a table with the columns of `fact` and `hourly`. */
function filtersSql({ agents, channels, teams }: Asked, parameters: Parameters): string {
  const on = (column: string, ids: string[] | undefined) =>
    ids ? ` and ${column} = any(${parameters.add(ids)}::uuid[])` : '';
  return on('user_id', agents) + on('channel_id', channels) + on('team_id', teams);
}

/** A condition for conversations with one of these tags, or with a tag that was merged with one of them. */
function tagsSql({ customerId, tags }: Asked, parameters: Parameters): string {
  if (!tags) return '';
  return ` and (conversation_id, life) in (
    select t.conversation_id, t.life from insights.fact t
     where t.measure = 'tagged' and t.customer_id = ${parameters.add(customerId)} and t.tag_id in (
       select alias.id from insights.mark m join insights.mark alias using (stands_for)
        where m.id = any(${parameters.add(tags)}::uuid[]) and not m.is_deleted))`;
}

/** A query for single facts: `at`, `value`, and the ids to which each belongs. */
export function factsSql(asked: Asked, measures: Measure[], parameters: Parameters): string {
  const { customerId, from, to } = asked;
  return `select f.* from insights.fact f
    where customer_id = ${parameters.add(customerId)} and measure = any(${parameters.add(measures)}::text[])
      and at >= ${parameters.add(from)}::timestamptz and at < ${parameters.add(to)}::timestamptz
      ${filtersSql(asked, parameters)}${tagsSql(asked, parameters)}`;
}

/**
 * A query for sums of facts: `at`, `measure`, `n`, `total`, and the ids to which they belong. Reads sums by the hour
 * if that suffices: not with a filter on tags, which change afterwards, nor in a time zone with an offset of broken
 * hours.
 */
export function sumsSql(asked: Asked, measures: Measure[], parameters: Parameters): string {
  if (asked.tags || !hasWholeHours(asked)) {
    return `select at, measure, 1 as n, value as total, channel_id, user_id, team_id
      from (${factsSql(asked, measures, parameters)}) one`;
  }
  const { customerId, from, to } = asked;
  return `select hour as at, measure, n, total, channel_id, user_id, team_id from insights.hourly
    where customer_id = ${parameters.add(customerId)} and measure = any(${parameters.add(measures)}::text[])
      and hour >= ${parameters.add(from)}::timestamptz and hour < ${parameters.add(to)}::timestamptz
      ${filtersSql(asked, parameters)}`;
}

const HOUR = 3_600_000;

/** Whether the time zone's offset from UTC is a whole number of hours, checked for every 30 days of the range. */
function hasWholeHours({ from, to, timeZone }: Asked): boolean {
  if (Date.parse(from) % HOUR !== 0 || Date.parse(to) % HOUR !== 0) return false;
  const minute = new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' });
  // At most 60 months are checked: even questions about everything until now cover only a few years.
  const months = Math.min(60, Math.ceil((Date.parse(to) - Date.parse(from)) / (30 * 24 * HOUR)));
  return Array.from({ length: months + 1 }, (_, month) => Date.parse(from) + month * 30 * 24 * HOUR).every(
    (instant) => Number(minute.format(instant)) === 0,
  );
}

/** The start of the hour, day, week or month that contains a time, as an SQL expression. */
export function bucketSql(unit: TimeUnit, parameters: Parameters, timeZone: string): string {
  if (!timeUnits.includes(unit)) throw new Error(`There is no unit ${unit as string}.`);
  return `date_trunc('${unit}', at, ${parameters.add(timeZone)}::text)`;
}

/** The default unit for a range of this many days: hours for a day, days for a quarter, months for a year. */
export function unitOf(days: number): TimeUnit {
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return days <= 183 ? 'week' : 'month';
}
