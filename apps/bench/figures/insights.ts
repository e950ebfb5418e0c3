import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { graphs, standardSlots, type GraphDefinition } from '@parley/contracts/api/insight-graphs';
import { metricOf } from '@parley/contracts/api/insight-metrics';
import type { RecordedEvent } from '@parley/contracts/events';
import { FILL_BATCH } from '@parley/event-sourcing/projection/side-view';
import { createIndexes, createSchema, fold } from '@parley/event-sourcing/projection/view-schema';
import { Asking } from '@parley/insights/read/asking';
import { InsightQueries } from '@parley/insights/read/insight.queries';
import { MetricAnswers } from '@parley/insights/read/metric-answers';
import { insightsView } from '@parley/insights/read/insights.projector';
import { Database } from '@parley/platform/database/database';
import type { Bench, Figure, Measurement } from '../figure';
import { percentile } from '../statistics';

const MESSAGES = 1_000_000;
/** Number of messages in each conversation. */
const EACH = 10;
const DAYS = 365;
const ASKED = 10;
const FOLDED = 50_000;

const customerId = randomUUID();
const ranges = {
  '28 days': { between: '2026-05-04', and: '2026-05-31' },
  'a year': { between: '2025-06-01', and: '2026-05-31' },
};

/**
 * Metrics of an organisation with `MESSAGES` messages in a year. Measures the time for each graph, for the six graphs
 * of a dashboard together, and the rate at which the view counts events. The facts are inserted by SQL.
 */
export const insights: Figure = {
  name: 'insights',
  async measure(bench) {
    const size = bench.size(MESSAGES);
    const database = new Database(await bench.postgres.productDatabase(), { max: 8 });
    bench.onEnd(() => database.close());
    bench.tell(`writing the facts of ${size.toLocaleString('en')} messages`);
    await fill(database, size);
    const name = `insights at ${size.toLocaleString('en')}`;
    const queries = new InsightQueries(database);
    const ask = asker(new Asking(queries), new MetricAnswers(queries));
    const [month, year] = [
      await slowest(bench, (graph) => ask(graph, ranges['28 days'])),
      await slowest(bench, (graph) => ask(graph, ranges['a year'])),
    ];
    const standard = standardSlots().flatMap((id) => graphs.find((graph) => graph.id === id) ?? []);
    const whole = await p95(() => Promise.all(standard.map((graph) => ask(graph, ranges['28 days']))));
    return [
      {
        name: `${name}, slowest graph, 28 days, p95`,
        value: month,
        unit: 'ms',
        goal: { of: 'value', atMost: 100 },
      },
      {
        name: `${name}, slowest graph, a year, p95`,
        value: year,
        unit: 'ms',
        goal: { of: 'value', atMost: 300 },
      },
      { name: `${name}, dashboard, p95`, value: whole, unit: 'ms', goal: { of: 'value', atMost: 500 } },
      await backfill(bench, database, name),
    ];
  },
};

/**
 * Inserts the measures of conversations of ten messages and their hourly sums, spread over a year, five channels and
 * twenty agents.
 */
async function fill(database: Database, size: number): Promise<void> {
  const facts = (
    measure: string,
    from: string,
    more: { every?: number; value?: string; tag?: string } = {},
  ) => {
    const { every = 1, value = '0', tag = `'00000000-0000-0000-0000-000000000000'::uuid` } = more;
    return `insert into insights.fact
      select '${measure}', timestamptz '2025-06-01' + n * interval '${DAYS} days' / ${size}, '${customerId}',
             uuid(md5('chat' || n / ${EACH})), 1, uuid(md5('contact' || n / ${EACH * 3})),
             uuid(md5('channel' || n / ${EACH} % 5)), uuid(md5('agent' || n / ${EACH} % 20)),
             uuid(md5('team' || n / ${EACH} % 4)), ${tag}, ${value}, uuid(md5('${from}' || n)), 0
        from generate_series(1, ${size}) n where n % ${every} = 0`;
  };
  await database.transaction(async (tx) => {
    await createSchema(tx, insightsView, 'insights');
    const took = '(random() * 7200000)::bigint';
    await tx.query(facts('message_in', 'in', { every: 2 }));
    await tx.query(facts('message_out', 'out', { every: 2 }));
    await tx.query(facts('template_out', 'out', { every: 100 }));
    await tx.query(facts('response_out', 'out', { every: 2, value: took }));
    await tx.query(facts('response_in', 'in', { every: 2, value: took }));
    for (const measure of ['opened', 'closed', 'resolved', 'settled', 'transferred', 'rating_asked'])
      await tx.query(facts(measure, measure, { every: EACH }));
    for (const measure of ['first_reply', 'first_reply_business', 'resolve_time', 'resolve_time_any'])
      await tx.query(facts(measure, measure, { every: EACH, value: took }));
    await tx.query(facts('reopened', 'again', { every: EACH * 10 }));
    await tx.query(facts('sla_breached', 'breach', { every: EACH * 10 }));
    await tx.query(facts('rated', 'rating', { every: EACH * 3, value: '1 + n % 5' }));
    await tx.query(facts('satisfied', 'rating', { every: EACH * 6 }));
    await tx.query(facts('tagged', 'tag', { every: EACH, tag: `uuid(md5('tag' || n % 12))` }));
    await tx.query(
      `insert into insights.mark (id, customer_id, kind, name, colour, stands_for)
       select uuid(md5('tag' || n)), '${customerId}', 'tag', 'Tag ' || n, '#3b4fd8', uuid(md5('tag' || n))
         from generate_series(0, 11) n`,
    );
    await tx.query(
      `insert into insights.hourly
       select customer_id, measure, date_trunc('hour', at), channel_id, user_id, team_id, count(*), sum(value)
         from insights.fact where measure <> 'tagged' group by 1, 2, 3, 4, 5, 6`,
    );
  });
  await database.transaction((tx) => createIndexes(tx, insightsView, 'insights'));
  await database.query('vacuum analyze insights.fact');
  await database.query('vacuum analyze insights.hourly');
}

type Ask = (graph: GraphDefinition, range: { between: string; and: string }) => Promise<unknown>;

function asker(asking: Asking, answers: MetricAnswers): Ask {
  return async ({ dataPath, filters }, range) => {
    const query = { ...range, direction: filters?.direction };
    const question = await asking.question(customerId, dataPath, query);
    return answers[metricOf(dataPath).shape](question);
  };
}

async function slowest(bench: Bench, ask: (graph: GraphDefinition) => Promise<unknown>): Promise<number> {
  let most = 0;
  for (const graph of graphs) {
    const took = await p95(() => ask(graph));
    if (took > most) bench.tell(`${graph.title.en}: ${took.toFixed(1)} ms`);
    most = Math.max(most, took);
  }
  return most;
}

async function p95(work: () => Promise<unknown>): Promise<number> {
  await work();
  const took: number[] = [];
  for (let n = 0; n < ASKED; n++) {
    const start = performance.now();
    await work();
    took.push(performance.now() - start);
  }
  return percentile(took, 0.95);
}

/** Measures how many of the log's events the view counts in a second. */
async function backfill(bench: Bench, database: Database, name: string): Promise<Measurement> {
  bench.tell('counting events');
  // Folds as a rebuild does: into separate tables, without indexes.
  await database.transaction((tx) => createSchema(tx, insightsView, 'counted'));
  const events = Array.from({ length: bench.size(FOLDED) }, (_, n) => eventOf(n));
  const start = performance.now();
  for (let from = 0; from < events.length; from += FILL_BATCH) {
    await database.transaction((tx) =>
      fold(tx, insightsView, 'counted', events.slice(from, from + FILL_BATCH)),
    );
  }
  const value = events.length / ((performance.now() - start) / 1_000);
  return { name: `${name}, backfill`, value, unit: 'events/s', goal: { of: 'value', atLeast: 30_000 } };
}

const conversations = new Map<number, string>();

/** Returns the n-th event. Each conversation has ten: its start, alternating messages, and its archiving. */
function eventOf(n: number): RecordedEvent {
  const of = Math.floor(n / EACH);
  if (n % EACH === 0) conversations.set(of, randomUUID());
  const conversationId = conversations.get(of)!;
  const time = new Date(Date.UTC(2026, 5, 1) + n * 1_000).toISOString();
  const head = {
    ...{ id: randomUUID(), version: 0, schemaVersion: 1, customerId, time },
    ...{ position: String(n).padStart(20, '0'), correlationId: conversationId, causationId: conversationId },
    actor: { type: 'user', id: customerId },
  };
  const whose = { conversationId, channelId: customerId, contactId: conversationId };
  const said = { subject: conversationId, personal: null, contentType: 'text', ...whose };
  const stream = `conversation-${conversationId}`;
  const message = `message-${randomUUID()}`;
  const event =
    n % EACH === 0
      ? { stream, type: 'ConversationStarted', data: { ...whose, readForAll: true, startedAt: time } }
      : n % EACH === EACH - 1
        ? { stream, type: 'ConversationArchived', data: { seenUpTo: head.position, afterHours: null } }
        : n % 2 === 1
          ? {
              stream: message,
              type: 'MessageReceived',
              data: { ...said, providerTime: time, isAutomatic: false },
            }
          : { stream: message, type: 'MessageQueued', data: { ...said, clientKey: message } };
  return { ...head, ...event } as unknown as RecordedEvent;
}
