import { Injectable } from '@nestjs/common';
import { NOBODY, type Measure } from '@parley/contracts/api/insight-metrics';
import type {
  AgentLine,
  DurationPoint,
  Durations,
  InsightChannelsResponse,
  MetricPoint,
  MetricShare,
  RatedLine,
  TimeUnit,
} from '@parley/contracts/api/insights';
import { SATISFIED, surveyScores } from '@parley/contracts/events';
import { standsForSql } from '@parley/read-kit/merged';
import { Database } from '@parley/platform/database/database';
import { bucketSql, factsSql, Parameters, sumsSql, type Asked } from './asked';

/** The contact into which a contact of `those` was merged, or that contact itself. */
const root = standsForSql('those.contact_id', 'insights.');

/** Reads the view `insights`. Every result is limited to one organisation. */
@Injectable()
export class InsightQueries {
  constructor(private readonly database: Database) {}

  /** The organisation's time zone, and whether it compares its agents. */
  async organisation(customerId: string): Promise<{ timeZone: string; comparesAgents: boolean }> {
    const rows = await this.rows<{ timeZone: string; comparesAgents: boolean }>(
      `select time_zone as "timeZone", compares_agents as "comparesAgents" from insights.organisation
        where customer_id = $1`,
      [customerId],
    );
    return rows[0] ?? { timeZone: 'UTC', comparesAgents: true };
  }

  /**
   * The times at which the range begins and ends, and the start of the equally long range before.
   * @param between YYYY-MM-DD like `and`; both days are included
   */
  async range(timeZone: string, between: string, and: string) {
    const [row] = await this.rows<{ before: string; from: string; to: string; days: number }>(
      `select days, ${['($2::date - days)', '$2::date', '($3::date + 1)']
        .map(
          (day, index) =>
            `to_json(${day}::timestamp at time zone $1::text) #>> '{}' as "${['before', 'from', 'to'][index]}"`,
        )
        .join(', ')} from (select $3::date - $2::date + 1 as days) asked`,
      [timeZone, between, and],
    );
    const { before, from, to, days } = row!;
    const iso = (time: string) => new Date(time).toISOString();
    return { before: iso(before), from: iso(from), to: iso(to), days };
  }

  async channels(customerId: string, platform?: string): Promise<InsightChannelsResponse['data']> {
    return this.rows(
      `select id, name, platform, is_connected as "isConnected" from insights.channel
        where customer_id = $1 and ($2::text is null or platform = $2) order by platform, lower(name), id`,
      [customerId, platform ?? null],
    );
  }

  /** The names of tags by id; a merged tag's id has the name of its target. */
  async tagNames(customerId: string): Promise<Map<string, string>> {
    const rows = await this.rows<{ id: string; name: string }>(
      `select id, name from insights.mark where customer_id = $1 and kind = 'tag'`,
      [customerId],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async count(asked: Asked, measures: Measure[]): Promise<number> {
    const parameters = new Parameters();
    const [row] = await this.rows<{ n: string }>(
      `select coalesce(sum(n), 0) as n from (${sumsSql(asked, measures, parameters)}) sums`,
      parameters.values,
    );
    return Number(row!.n);
  }

  async counts(asked: Asked, measures: Measure[], unit: TimeUnit): Promise<MetricPoint[]> {
    const parameters = new Parameters();
    const bucket = bucketSql(unit, parameters, asked.timeZone);
    const sums = `select ${bucket} as at, sum(n) as value from (${sumsSql(asked, measures, parameters)}) sums group by 1`;
    return this.points(everyPart(asked, unit, sums, 'coalesce(value, 0) as value', parameters), parameters);
  }

  /** Sums by channel, agent or team. */
  async shares(
    asked: Asked,
    measures: Measure[],
    by: 'channel_id' | 'user_id' | 'team_id' | 'measure',
  ): Promise<MetricShare[]> {
    const parameters = new Parameters();
    return this.sharesOf(
      `select ${by} as id, sum(n) as value from (${sumsSql(asked, measures, parameters)}) sums group by 1
        having sum(n) <> 0 order by 2 desc, 1`,
      parameters,
    );
  }

  /** Sums by weekday, from Monday on, and hour: `1/9` is Monday from 9 to 10. */
  async hoursOfTheWeek(asked: Asked, measures: Measure[]): Promise<MetricShare[]> {
    const parameters = new Parameters();
    const local = `at at time zone ${parameters.add(asked.timeZone)}::text`;
    return this.sharesOf(
      `select extract(isodow from ${local}) || '/' || extract(hour from ${local}) as id, sum(n) as value
         from (${sumsSql(asked, measures, parameters)}) sums group by 1 having sum(n) <> 0 order by 1`,
      parameters,
    );
  }

  /** The number of contacts; merged contacts count as one. */
  async contacts(asked: Asked, measures: Measure[]): Promise<number> {
    const parameters = new Parameters();
    const facts = factsSql(asked, measures, parameters);
    const [row] = await this.rows<{ n: string }>(
      `select count(distinct ${root}) as n from (select distinct contact_id from (${facts}) facts) those`,
      parameters.values,
    );
    return Number(row!.n);
  }

  async contactsOverTime(asked: Asked, measures: Measure[], unit: TimeUnit): Promise<MetricPoint[]> {
    const parameters = new Parameters();
    const bucket = bucketSql(unit, parameters, asked.timeZone);
    const counts = `select at, count(distinct ${root}) as value
      from (select distinct ${bucket} as at, contact_id from (${factsSql(asked, measures, parameters)}) facts) those
     group by 1`;
    return this.points(everyPart(asked, unit, counts, 'coalesce(value, 0) as value', parameters), parameters);
  }

  /** Conversations by tag, most frequent first; a merged tag counts as its target. */
  async tags(asked: Asked): Promise<MetricShare[]> {
    const parameters = new Parameters();
    return this.sharesOf(
      `select id, count(*) as value
         from (select distinct m.stands_for as id, f.conversation_id, f.life
                 from (${factsSql(asked, ['tagged'], parameters)}) f join insights.mark m on m.id = f.tag_id
                where not m.is_deleted) bearers
        group by 1 order by 2 desc, 1`,
      parameters,
    );
  }

  /** The number of messages, and of the conversations that contain them. */
  async messagesAndConversations(asked: Asked, measures: Measure[]) {
    const parameters = new Parameters();
    const [row] = await this.rows<{ messages: string; conversations: string }>(
      `select coalesce(sum(n), 0) as messages, count(*) as conversations from (
         select count(*) as n from (${factsSql(asked, measures, parameters)}) facts
          group by conversation_id, life) those`,
      parameters.values,
    );
    return { messages: Number(row!.messages), conversations: Number(row!.conversations) };
  }

  async durations(asked: Asked, measures: Measure[]): Promise<Durations> {
    const parameters = new Parameters();
    const [row] = await this.rows<DurationRow>(
      `select ${durationsSql} from (${factsSql(asked, measures, parameters)}) facts`,
      parameters.values,
    );
    return durationsOf(row!);
  }

  async durationsOverTime(asked: Asked, measures: Measure[], unit: TimeUnit): Promise<DurationPoint[]> {
    const parameters = new Parameters();
    const bucket = bucketSql(unit, parameters, asked.timeZone);
    const facts = factsSql(asked, measures, parameters);
    const durations = `select ${bucket} as at, ${durationsSql} from (${facts}) facts group by 1`;
    const shown = 'coalesce(count, 0) as count, average, parts';
    const rows = await this.rows<DurationRow & { at: Date | string }>(
      everyPart(asked, unit, durations, shown, parameters),
      parameters.values,
    );
    return rows.map((row) => ({ at: new Date(row.at).toISOString(), ...durationsOf(row) }));
  }

  /** The numbers of all agents; facts without an agent are omitted. */
  async agents(asked: Asked): Promise<AgentLine[]> {
    const [sent, resolved, replies] = await Promise.all([
      this.shares(asked, ['message_out'], 'user_id'),
      this.shares(asked, ['resolved'], 'user_id'),
      this.durationsOfAgents(asked),
    ]);
    const ids = new Set([...sent, ...resolved].map(({ id }) => id).concat([...replies.keys()]));
    ids.delete(NOBODY);
    const valueOf = (shares: MetricShare[], id: string) => shares.find((each) => each.id === id)?.value ?? 0;
    const none: Durations = { average: null, median: null, p90: null, count: 0 };
    return [...ids]
      .map((userId) => ({
        userId,
        sent: valueOf(sent, userId),
        resolved: valueOf(resolved, userId),
        firstReply: replies.get(userId) ?? none,
      }))
      .sort((a, b) => b.sent - a.sent || (a.userId < b.userId ? -1 : 1));
  }

  async scores(asked: Asked): Promise<MetricShare[]> {
    const parameters = new Parameters();
    const facts = factsSql(asked, ['rated'], parameters);
    const found = await this.sharesOf(
      `select value::text as id, count(*) as value from (${facts}) facts group by 1`,
      parameters,
    );
    if (found.length === 0) return [];
    const valueOf = (score: string) => found.find(({ id }) => id === score)?.value ?? 0;
    return surveyScores.map((score) => ({ id: String(score), value: valueOf(String(score)) }));
  }

  /** The average duration of each channel, longest first. */
  async averages(asked: Asked, measures: Measure[]): Promise<MetricShare[]> {
    const parameters = new Parameters();
    return this.sharesOf(
      `select channel_id as id, sum(total) / sum(n) as value
         from (${sumsSql(asked, measures, parameters)}) sums group by 1 having sum(n) > 0 order by 2 desc, 1`,
      parameters,
    );
  }

  /** Ratings in total, by agent and by tag; a merged tag counts as its target. */
  async satisfaction(asked: Asked): Promise<Record<'all' | 'agents' | 'tags', RatedLine[]>> {
    const lines = async (select: string, parameters: Parameters): Promise<RatedLine[]> => {
      const rows = await this.rows<{
        id: string | null;
        rated: string;
        satisfied: string;
        average: string | null;
      }>(select, parameters.values);
      return rows.map(({ id, rated, satisfied, average }) => ({
        ...{ id, rated: Number(rated), satisfied: Number(satisfied) },
        average: average === null ? null : Number(average),
      }));
    };
    const sums = `count(*) as rated, count(*) filter (where value >= ${SATISFIED}) as satisfied, avg(value) as average`;
    const by = (select: (facts: string) => string) => {
      const parameters = new Parameters();
      return lines(select(factsSql(asked, ['rated'], parameters)), parameters);
    };
    const [all, agents, tags] = await Promise.all([
      by((facts) => `select null as id, ${sums} from (${facts}) facts`),
      by(
        (facts) => `select user_id as id, ${sums} from (${facts}) facts where user_id <> '${NOBODY}'
          group by 1 order by 2 desc, 1`,
      ),
      by(
        (facts) => `select id, ${sums} from (
            select distinct m.stands_for as id, f.source_id, f.number, f.value from (${facts}) f
              join insights.fact t on t.conversation_id = f.conversation_id and t.life = f.life
                and t.measure = 'tagged' and t.customer_id = f.customer_id
              join insights.mark m on m.id = t.tag_id
             where not m.is_deleted) tagged
          group by 1 order by 2 desc, 1`,
      ),
    ]);
    return { all, agents, tags };
  }

  async open({ customerId, channels }: Pick<Asked, 'customerId' | 'channels'>): Promise<number> {
    const [row] = await this.rows<{ n: string }>(
      `select count(*) as n from insights.conversation
        where customer_id = $1 and status = 'open' and ($2::uuid[] is null or channel_id = any($2))`,
      [customerId, channels ?? null],
    );
    return Number(row!.n);
  }

  /** The number of open conversations at the end of each part of a range: those open now minus the changes since. */
  async backlog(asked: Asked, unit: TimeUnit, now: string): Promise<MetricPoint[]> {
    const { customerId, channels, timeZone, from } = asked;
    const parameters = new Parameters();
    const bucket = bucketSql(unit, parameters, timeZone);
    const since: Asked = { customerId, channels, timeZone, from, to: AFTER_ALL };
    const until = asked.to < now ? asked.to : now;
    // Sums by the hour cannot cover a part of an hour, so single facts are counted.
    const isCut = Date.parse(asked.to) % 3_600_000 !== 0;
    const measures: Measure[] = ['opened', 'closed'];
    const changes = isCut
      ? `select at, measure, 1 as n from (${factsSql(since, measures, parameters)}) one`
      : sumsSql(since, measures, parameters);
    const [open, rows] = await Promise.all([
      this.open(asked),
      this.rows<{ at: string; delta: string }>(
        `with changes as materialized (
           select case when at >= ${parameters.add(asked.to)}::timestamptz then 'infinity' else ${bucket} end as at,
                  sum(case measure when 'opened' then n else -n end) as delta
             from (${changes}) sums group by 1)
         select p.at, coalesce((select sum(delta) from changes c where c.at > p.at), 0) as delta
           from ${partsSql({ from, to: until, timeZone }, unit, parameters)} as p (at) order by p.at`,
        parameters.values,
      ),
    ]);
    return rows.map(({ at, delta }) => ({ at: new Date(at).toISOString(), value: open - Number(delta) }));
  }

  /** Open conversations by their age in hours: up to 4, a day, 3 days, a week, and more. */
  async backlogAge(
    { customerId, channels }: Pick<Asked, 'customerId' | 'channels'>,
    now: string,
  ): Promise<MetricShare[]> {
    return this.sharesOf(
      `select case when age < interval '4 hours' then 'h4' when age < interval '1 day' then 'd1'
                   when age < interval '3 days' then 'd3' when age < interval '7 days' then 'd7' else 'more' end as id,
              count(*) as value
         from (select $3::timestamptz - opened_at as age from insights.conversation
                where customer_id = $1 and status = 'open' and ($2::uuid[] is null or channel_id = any($2))) ages
        group by 1 order by 1`,
      { values: [customerId, channels ?? null, now] },
    );
  }

  /**
   * Open conversations by their age at a past time: those that are still open since before it, and those that were
   * opened before it and closed after it. Reads no conversation that was closed by then.
   */
  async backlogAgeThen(
    { customerId, channels }: Pick<Asked, 'customerId' | 'channels'>,
    then: string,
  ): Promise<MetricShare[]> {
    return this.sharesOf(
      `select case when age < interval '4 hours' then 'h4' when age < interval '1 day' then 'd1'
                   when age < interval '3 days' then 'd3' when age < interval '7 days' then 'd7' else 'more' end as id,
              count(*) as value
         from (select $3::timestamptz - max(opened_at) as age
                 from (select id, opened_at from insights.conversation
                        where customer_id = $1 and status = 'open' and opened_at < $3
                          and ($2::uuid[] is null or channel_id = any($2))
                       union all
                       select conversation_id, at - value * interval '1 millisecond' from insights.fact
                        where customer_id = $1 and measure = 'closed' and at >= $3
                          and at - value * interval '1 millisecond' < $3
                          and ($2::uuid[] is null or channel_id = any($2))) spans
                group by id) ages
        group by 1 order by 1`,
      { values: [customerId, channels ?? null, then] },
    );
  }

  private async durationsOfAgents(asked: Asked): Promise<Map<string, Durations>> {
    const parameters = new Parameters();
    const rows = await this.rows<DurationRow & { id: string }>(
      `select user_id as id, ${durationsSql} from (${factsSql(asked, ['first_reply'], parameters)}) facts group by 1`,
      parameters.values,
    );
    return new Map(rows.map((row) => [row.id, durationsOf(row)]));
  }

  private async points(text: string, { values }: Pick<Parameters, 'values'>): Promise<MetricPoint[]> {
    const rows = await this.rows<{ at: Date | string; value: string }>(text, values);
    return rows.map(({ at, value }) => ({ at: new Date(at).toISOString(), value: Number(value) }));
  }

  private async sharesOf(text: string, { values }: Pick<Parameters, 'values'>): Promise<MetricShare[]> {
    const rows = await this.rows<{ id: string; value: string }>(text, values);
    return rows.map(({ id, value }) => ({ id, value: Number(value) }));
  }

  private async rows<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.database.query<Row & Record<string, unknown>>(text, values);
    return rows;
  }
}

/** The start times of all parts of a range, as an SQL table function. */
function partsSql(
  { from, to, timeZone }: Pick<Asked, 'from' | 'to' | 'timeZone'>,
  unit: TimeUnit,
  parameters: Parameters,
): string {
  const step = { hour: '1 hour', day: '1 day', week: '7 days', month: '1 month' }[unit];
  const zone = `${parameters.add(timeZone)}::text`;
  return `generate_series(date_trunc('${unit}', ${parameters.add(from)}::timestamptz, ${zone}),
    ${parameters.add(to)}::timestamptz - interval '1 microsecond', '${step}', ${zone})`;
}

/** A series with every part of its range, including empty ones. */
function everyPart(
  asked: Asked,
  unit: TimeUnit,
  found: string,
  columns: string,
  parameters: Parameters,
): string {
  return `select p.at, ${columns} from ${partsSql(asked, unit, parameters)} as p (at)
    left join (${found}) found using (at) order by p.at`;
}

/**
 * The end of ranges without an end: far in the future, since clocks of providers and of our processes may be ahead.
 */
const AFTER_ALL = '2200-01-01T00:00:00.000Z';

const durationsSql = `count(*) as count, avg(value) as average,
  percentile_cont(array[0.5, 0.9]) within group (order by value) as parts`;

interface DurationRow {
  count: string;
  average: string | null;
  parts: number[] | null;
}

function durationsOf({ count, average, parts }: DurationRow): Durations {
  const [median = null, p90 = null] = parts ?? [];
  return { count: Number(count), average: average === null ? null : Number(average), median, p90 };
}
