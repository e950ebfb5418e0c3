import { Injectable } from '@nestjs/common';
import { metricOf, NOBODY } from '@parley/contracts/api/insight-metrics';
import type { CountedFact, CountedFactsResponse, WhyResponse } from '@parley/contracts/api/insights';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { standsForSql } from '@parley/read-kit/merged';
import { Database } from '@parley/platform/database/database';
import { factsSql, Parameters } from './asked';
import type { Question } from './asking';

const PAGE = 50;
/** Maximum number of events that are shown for a fact. */
const MAX_EVENTS = 200;

/** The selected part of a number, such as a bar or a slice. */
export interface Part {
  /** The start of a bar, ISO 8601. */
  at?: string;
  /** A tag id, or an hour of the week. */
  share?: string;
  /** Whether to return one row for each conversation that still exists, in place of one row for each fact. */
  each?: 'conversation';
  cursor?: string;
}

interface Row {
  key: string;
  at: Date | string;
  kind: CountedFact['kind'];
  conversation_id: string;
  is_there: boolean;
  contact_id: string;
  is_erased: boolean;
  channel_id: string;
  user_id: string;
  team_id: string;
  value: string;
  cursor: string;
}

const isThere = `c.status <> 'deleted' and (c.state ->> 'life')::integer = f.life`;
const columns = `f.measure || '.' || f.source_id || '.' || f.number as key, f.at,
  case when f.source_id = f.conversation_id then 'conversation' else 'message' end as kind,
  f.conversation_id, ${standsForSql('f.contact_id', 'insights.')} as contact_id, f.channel_id, f.user_id, f.team_id, f.value,
  exists (select from insights.erased e where e.contact_id = f.contact_id) as is_erased,
  coalesce(${isThere}, false) as is_there`;
const conversation = 'left join insights.conversation c on c.id = f.conversation_id';

/** The details of numbers: the facts that a number counts, and the events behind a fact. */
@Injectable()
export class CountedFactsQueries {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  /** Facts, newest first; their total equals the number. */
  async page(question: Question, { at, share, each, cursor }: Part): Promise<CountedFactsResponse> {
    const { asked, measures, unit, path } = question;
    const { reckoning, unit: measured } = metricOf(path);
    const parameters = new Parameters();
    const shown = reckoning === 'rate' ? measures.slice(0, 1) : measures;
    const wanted = `select f.* from (${factsSql(asked, shown, parameters)}) f`;
    const where: string[] = [];
    const zone = () => `${parameters.add(asked.timeZone)}::text`;
    if (at) where.push(`date_trunc('${unit}', f.at, ${zone()}) = ${parameters.add(at)}::timestamptz`);
    if (share?.includes('/')) {
      const local = `f.at at time zone ${zone()}`;
      where.push(
        `extract(isodow from ${local}) || '/' || extract(hour from ${local}) = ${parameters.add(share)}`,
      );
    } else if (share && reckoning === 'tags') {
      where.push(
        `f.tag_id in (select id from insights.mark where stands_for = ${parameters.add(share)}::uuid and not is_deleted)`,
      );
    } else if (share && reckoning === 'scores') where.push(`f.value = ${parameters.add(Number(share))}`);
    else if (share && measured === 'time') where.push(`f.channel_id = ${parameters.add(share)}::uuid`);
    else if (share) throw new Rejected('invalid_input', 'share');
    const some = where.length > 0 ? `${wanted} where ${where.join(' and ')}` : wanted;
    // A number that counts contacts or conversations only once has one row for each.
    const once = each
      ? 'f.conversation_id'
      : {
          contacts: standsForSql('f.contact_id', 'insights.'),
          tags: 'f.conversation_id, f.life',
        }[reckoning as string];
    const ofEach = each ? `join insights.conversation c on c.id = f.conversation_id and ${isThere}` : '';
    const all = once
      ? `select distinct on (${once}) f.* from (${some}) f ${ofEach} order by ${once}, f.at desc, f.source_id desc, f.number desc`
      : some;
    const total = this.database.query<{ n: string }>(`select count(*) as n from (${all}) f`, [
      ...parameters.values,
    ]);
    const after = cursor === undefined ? null : cursorOf(cursor);
    if (cursor !== undefined && !after) throw new Rejected('invalid_input', 'cursor');
    const further = after
      ? `where (f.at, f.source_id, f.number, f.measure) < (${parameters.add(after[0])}::timestamptz, ${parameters.add(
          after[1],
        )}::uuid, ${parameters.add(Number(after[2]))}::integer, ${parameters.add(after[3])}::text)`
      : '';
    const { rows } = await this.database.query<Row & Record<string, unknown>>(
      `select ${columns},
          to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ',' || f.source_id || ',' || f.number
            || ',' || f.measure as cursor
         from (${all}) f ${conversation} ${further}
        order by f.at desc, f.source_id desc, f.number desc, f.measure desc limit ${PAGE + 1}`,
      parameters.values,
    );
    const page = rows.slice(0, PAGE);
    const last = rows.length > PAGE ? page.at(-1) : undefined;
    return {
      data: page.map((row) => factOf(row, measured === 'time' || reckoning === 'scores')),
      total: Number((await total).rows[0]!.n),
      next: last ? Buffer.from(last.cursor).toString('base64url') : null,
    };
  }

  /**
   * A fact with the events of its stream and of its conversation up to the time at which it was counted, from the
   * log. The events contain who did what and when, but no message content.
   * @param key key of a fact in a page
   * @throws NotFound if there is no such fact
   */
  async why(customerId: string, key: string): Promise<WhyResponse> {
    const [measure, sourceId, number] = key.split('.') as [string, string, string];
    const { rows } = await this.database.query<Row & { measure: string } & Record<string, unknown>>(
      `select ${columns}, f.measure from insights.fact f ${conversation}
        where f.customer_id = $1 and f.measure = $2 and f.source_id = $3 and f.number = $4`,
      [customerId, measure, sourceId, Number(number)],
    );
    const [row] = rows;
    if (!row) throw new NotFound();
    const fact = factOf(row, Number(row.value) > 0 && row.measure !== 'rated');
    const own = await this.events(customerId, `${fact.kind}-${sourceId}`);
    const around =
      fact.kind === 'message' ? await this.events(customerId, `conversation-${fact.conversationId}`) : [];
    const cause = own.find(({ version }) => version === Number(number));
    const until = cause?.position ?? '';
    const events = [...own, ...around.filter(({ position }) => position <= until)]
      .sort((a, b) => (a.position < b.position ? -1 : 1))
      .slice(-MAX_EVENTS)
      .map(({ id, time, type, actor: { type: kind, id: actorId } }) => ({
        ...{ id, time, type, actor: { type: kind, id: actorId } },
        isCause: id === cause?.id,
      }));
    return { fact, events };
  }

  private async events(customerId: string, stream: string) {
    const events = [];
    try {
      for await (const event of this.store.readStream(stream, { customerId })) events.push(event);
    } catch (error) {
      // The stream belongs to another organisation or no longer exists.
      if (!(error instanceof NotFound)) throw error;
    }
    return events;
  }
}

function cursorOf(cursor: string): [string, string, string, string] | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const isCursor =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12},\d{1,9},[a-z_]{1,30}$/;
  return isCursor.test(text) ? (text.split(',') as [string, string, string, string]) : null;
}

function factOf(row: Row, isTime: boolean): CountedFact {
  const idOrNull = (id: string) => (id === NOBODY ? null : id);
  return {
    key: row.key,
    at: new Date(row.at).toISOString(),
    kind: row.kind,
    conversationId: row.conversation_id,
    isThere: row.is_there,
    contactId: row.contact_id,
    isErased: row.is_erased,
    channelId: row.channel_id,
    userId: idOrNull(row.user_id),
    teamId: idOrNull(row.team_id),
    value: isTime ? Number(row.value) : null,
  };
}
