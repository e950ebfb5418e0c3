import type { OpeningTimes, SlaClock, SlaPolicy, SlaStage } from '@parley/contracts/events';
import { marksOn } from '@parley/read-kit/marks';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { Sql } from '@parley/platform/database/database';
import {
  planOf,
  policyFor,
  runningClocks,
  type Judged,
  type Running,
  type SlaSpan,
  TELL_SLA,
} from '../domain/service-level';

/** A conversation with the properties that determine its SLA targets, and with its current plan. */
interface TargetRow extends OpeningTimes {
  id: string;
  customerId: string;
  channelId: string;
  teamId: string | null;
  tagIds: string[];
  isPriority: boolean;
  status: string;
  waitingSince: string | null;
  span: SlaSpan;
  policies: SlaPolicy[] | null;
  dueAt: string | null;
  clock: SlaClock | null;
  stage: SlaStage | null;
  next: string | null;
}

const CHUNK = 1_000;

/**
 * SQL that reads `TargetRow`s.
 * @param schema schema of the tables; '' for the search path
 */
const targetRows = (schema: string) => {
  const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const within = schema === '' ? '' : `${schema}.`;
  const marks = marksOn('c.id', 'SCHEMA').replaceAll('SCHEMA.', within);
  return `select c.id, c.customer_id as "customerId", c.channel_id as "channelId", c.assigned_team_id as "teamId",
       ${marks} as "tagIds", coalesce(k.is_high_priority, false) as "isPriority",
       c.status, ${time('c.waiting_since')} as "waitingSince", c.sla_span as span, o.sla_policies as policies,
       ch.set_up -> 'settings' -> 'businessHours' as "businessHours",
       coalesce(ch.set_up -> 'settings' -> 'closingDates', '[]') as "closingDates",
       ${time('c.sla_due_at')} as "dueAt", c.sla_clock as clock, c.sla_stage as stage, ${time('d.at')} as next
  from ${within}conversation c
  left join ${within}organisation o on o.customer_id = c.customer_id
  left join ${within}channel ch on ch.id = c.channel_id
  left join ${within}merged merged_as on merged_as.contact_id = c.contact_id
  left join ${within}contact k on k.id = coalesce(merged_as.root_id, c.contact_id)
  left join ${within}due d on d.stream = 'conversation-' || c.id and d.command = '${TELL_SLA}'`;
};

/** Stores an organisation's SLA policies. */
export async function saveTargets(customerId: string, policies: SlaPolicy[], tx: Sql): Promise<void> {
  const sla_policies = policies.length === 0 ? null : policies;
  await upsert(tx, 'organisation', ['customer_id'], [{ customer_id: customerId, sla_policies }]);
}

/**
 * Plans the SLA targets again for the conversations that a batch changed, and for all open ones of the channels and
 * organisations in `retargeted`, whose settings it changed. A conversation that was closed in the same batch that
 * removed the policies still has a plan; it is removed here. The result depends on rows alone, not on how events are
 * split into batches.
 */
export async function planTargets(shown: { id: string }[], retargeted: string[], tx: Sql): Promise<void> {
  if (shown.length > 0) {
    const ids = shown.map(({ id }) => id);
    await plan(await select(tx, 'where c.id = any($1::uuid[]) and o.sla_policies is not null', [ids]), tx);
  }
  if (retargeted.length === 0) return;
  for (let after: string | null = null; ;) {
    const rows: TargetRow[] = await select(
      tx,
      `where (c.customer_id = any($1::uuid[]) or c.channel_id = any($1::uuid[]))
          and (o.sla_policies is not null and c.status <> 'closed' or c.sla_due_at is not null)
          and ($2::uuid is null or c.id > $2)
        order by c.id limit ${CHUNK}`,
      [retargeted, after],
    );
    await plan(rows, tx);
    if (rows.length < CHUNK) return;
    after = rows.at(-1)!.id;
  }
}

async function select(tx: Sql, where: string, values: unknown[]): Promise<TargetRow[]> {
  const { rows } = await tx.query<TargetRow>(`${targetRows('')} ${where}`, values);
  return rows;
}

async function plan(rows: TargetRow[], tx: Sql): Promise<void> {
  const planned = rows.flatMap((row) => {
    const { shown, next } = planOf(clocksOf(row).running, row.span);
    const { dueAt, clock, stage } = shown ?? { dueAt: null, clock: null, stage: null };
    const isSame = dueAt === row.dueAt && clock === row.clock && stage === row.stage && next === row.next;
    const { id, customerId: customer_id } = row;
    return isSame ? [] : [{ id, customer_id, due_at: dueAt, clock, stage, next }];
  });
  if (planned.length === 0) return;
  await tx.query(
    `with planned as (
       select 'conversation-' || id as stream, * from jsonb_to_recordset($1::jsonb)
         as p (id uuid, customer_id uuid, due_at timestamptz, clock text, stage text, next timestamptz)),
     shown as (
       update conversation c set sla_due_at = p.due_at, sla_clock = p.clock, sla_stage = p.stage
         from planned p where p.id = c.id),
     settled as (
       delete from due using planned p where due.command = $2 and due.stream = p.stream and p.next is null)
     insert into due (stream, command, at, customer_id)
     select stream, $2, next, customer_id from planned where next is not null
     on conflict (stream, command) do update set at = excluded.at`,
    [JSON.stringify(planned), TELL_SLA],
  );
}

/** The running clocks of a conversation, and the policy that sets its targets. */
function clocksOf(row: TargetRow): { policyId: string | null; running: Running[] } {
  const judged: Judged = row;
  const policy = policyFor(row.policies ?? [], judged);
  if (!policy) return { policyId: null, running: [] };
  const clocked = { isOpen: row.status !== 'closed', waitingSince: row.waitingSince, span: row.span };
  return { policyId: policy.id, running: runningClocks(clocked, policy, row) };
}

/** The running clocks of one conversation by the current rows of the view; null if it does not exist. */
export async function clocksIn(
  sql: Sql,
  customerId: string,
  id: string,
): Promise<{ policyId: string | null; running: Running[]; span: SlaSpan } | null> {
  const { rows } = await sql.query<TargetRow>(
    `${targetRows('inbox')} where c.customer_id = $1 and c.id = $2`,
    [customerId, id],
  );
  const [row] = rows;
  return row ? { ...clocksOf(row), span: row.span } : null;
}
