import fc from 'fast-check';
import { NOBODY, type Measure } from '@parley/contracts/api/insight-metrics';
import { idOf, type RecordedEvent, type TagEvent } from '@parley/contracts/events';
import { id, positionOf } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { channels, contacts, history, historyOf, people, tags } from '../testing/counted-history';
import { recount, type Recounted } from '../testing/recount';
import type { Principal } from '@parley/platform/http/principal';
import { MetricsExport } from '../export/metrics-export';
import type { Question } from './asking';
import { CountedFactsQueries } from './counted-facts.queries';
import { InsightQueries } from './insight.queries';
import { insightsView } from './insights.projector';

/** Number of organisations per run: 300 histories in all. */
const ORGANISATIONS = 50;
const RUNS = 6;
const zones = ['Europe/Amsterdam', 'America/New_York', 'Asia/Kolkata'];

let database: TestDatabase;
let insights: InsightQueries;

beforeAll(async () => {
  database = await testDatabase();
  insights = new InsightQueries(database);
});
afterAll(() => database.drop());

async function counted(events: RecordedEvent[], batchSize: number): Promise<void> {
  await database.query('drop schema if exists insights cascade');
  await installView(database, insightsView);
  await project(database, insightsView, events, { batchSize });
}

const organisations = fc.array(history, { minLength: ORGANISATIONS, maxLength: ORGANISATIONS });
const customer = (index: number) => id(`organisation ${index}`);

/** Merges the logs of all organisations into one, with alternating events. */
function logOf(histories: Parameters<typeof historyOf>[0][]): RecordedEvent[] {
  const stories = histories.map((each, index) => historyOf(each, customer(index)).events);
  const longest = Math.max(...stories.map(({ length }) => length));
  const log = Array.from({ length: longest }, (_, at) => stories.flatMap((story) => story[at] ?? [])).flat();
  // Positions in events referred to the log of one organisation, so they are mapped to the merged log.
  const placed = new Map(
    log.map((event, at) => [`${event.customerId} ${event.position}`, positionOf(at + 1)]),
  );
  return log.map((event) => {
    const place = (position: string) => placed.get(`${event.customerId} ${position}`)!;
    const { seenUpTo, position } = event.data as { seenUpTo?: string; position?: string };
    const data = {
      ...event.data,
      ...(seenUpTo !== undefined && { seenUpTo: place(seenUpTo) }),
      ...(position !== undefined && { position: place(position) }),
    };
    return { ...event, data, position: place(event.position) };
  });
}

const bare = (counts: Recounted[]) =>
  counts
    .map((fact) => JSON.stringify({ ...fact, at: new Date(fact.at).toISOString() }, Object.keys(fact).sort()))
    .sort();

async function stored(): Promise<Recounted[]> {
  const { rows } = await database.query<{ fact: Record<string, unknown> }>(
    'select to_jsonb(f) as fact from insights.fact f',
  );
  const orNull = (value: unknown) => (value === NOBODY ? null : (value as string));
  return rows.map(({ fact: f }) => ({
    measure: f.measure as Measure,
    at: Date.parse(f.at as string),
    customerId: f.customer_id as string,
    conversationId: f.conversation_id as string,
    life: f.life as number,
    contactId: f.contact_id as string,
    channelId: f.channel_id as string,
    userId: orNull(f.user_id),
    teamId: orNull(f.team_id),
    tagId: orNull(f.tag_id),
    value: f.value as number,
  }));
}

const tidy = (counts: Recounted[]) =>
  bare(
    counts.map(
      ({
        measure,
        at,
        customerId,
        conversationId,
        life,
        contactId,
        channelId,
        userId,
        teamId,
        tagId,
        value,
      }) => ({
        ...{
          measure,
          at,
          customerId,
          conversationId,
          life,
          contactId,
          channelId,
          userId,
          teamId,
          tagId,
          value,
        },
      }),
    ),
  );

test('counts equal a recount of the log for 300 histories with late messages, retags, merges and losses, in batches of any size', async () => {
  await fc.assert(
    fc.asyncProperty(organisations, fc.integer({ min: 5, max: 400 }), async (histories, batchSize) => {
      const log = logOf(histories);
      await counted(log, batchSize);
      expect(tidy(await stored())).toEqual(tidy(recount(log)));
      const inPieces = await contentsOf(database, 'insights');
      const { rows } = await database.query(
        `select customer_id, measure, hour, channel_id, user_id, team_id, n, total from insights.hourly where n <> 0
         except select customer_id, measure, date_trunc('hour', at, 'UTC'), channel_id, user_id, team_id, count(*), sum(value)
           from insights.fact where measure <> 'tagged' group by 1, 2, 3, 4, 5, 6`,
      );
      expect(rows).toEqual([]);
      await counted(log, 4000);
      const atOnce = await contentsOf(database, 'insights');
      const withoutNone = (hours: unknown[]) =>
        hours.filter((row) => (row as { row: { n: number } }).row.n !== 0);
      expect({ ...atOnce, hourly: withoutNone(atOnce.hourly!) }).toEqual({
        ...inPieces,
        hourly: withoutNone(inPieces.hourly!),
      });
    }),
    { numRuns: RUNS },
  );
}, 240_000);

/** Formats of YYYY-MM-DD in each time zone. */
const days = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  ]),
);
const dayOf = (timeZone: string, at: number) => days.get(timeZone)!.format(at);

const question = fc.record({
  organisation: fc.nat(ORGANISATIONS - 1),
  timeZone: fc.constantFrom(...zones),
  between: fc.constantFrom('2026-03-07', '2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'),
  and: fc.constantFrom('2026-03-30', '2026-04-05', '2026-11-01', '2026-11-14'),
  agent: fc.option(fc.constantFrom(...people)),
  channel: fc.option(fc.constantFrom(...channels)),
  tag: fc.option(fc.constantFrom(...tags), { freq: 3 }),
});

test('every answer equals a recount of the log and has as many detail rows as it counts, across clock changes in three time zones', async () => {
  const facts = new CountedFactsQueries(database, undefined as never);
  const exporting = new MetricsExport(insights);
  await fc.assert(
    fc.asyncProperty(
      organisations,
      fc.array(question, { minLength: 40, maxLength: 40 }),
      async (histories, questions) => {
        const log = logOf(histories);
        await counted(log, 500);
        const all = recount(log);
        const standsFor = meaningOfTags(log);
        for (const { organisation, timeZone, between, and, agent, channel, tag } of questions) {
          if (and < between) continue;
          const customerId = customer(organisation);
          const its = (word: string) => id(`${word} of ${customerId}`);
          const { from, to } = await insights.range(timeZone, between, and);
          const asked = {
            ...{ customerId, timeZone, from, to },
            agents: agent ? [its(agent)] : undefined,
            channels: channel ? [its(channel)] : undefined,
            tags: tag ? [its(tag)] : undefined,
          };
          const here = all.filter((fact) => fact.customerId === customerId);
          const bearers = new Set(
            here
              .filter(
                ({ tagId }) =>
                  tagId && tag && standsFor.has(its(tag)) && standsFor.get(tagId) === standsFor.get(its(tag)),
              )
              .map(({ conversationId, life }) => `${conversationId}/${life}`),
          );
          const wanted = here.filter(
            (fact) =>
              dayOf(timeZone, fact.at) >= between &&
              dayOf(timeZone, fact.at) <= and &&
              (!agent || fact.userId === its(agent)) &&
              (!channel || fact.channelId === its(channel)) &&
              (!tag || bearers.has(`${fact.conversationId}/${fact.life}`)),
          );
          const of = (...measures: Measure[]) => wanted.filter(({ measure }) => measures.includes(measure));
          const messages = of('message_in', 'message_out');
          expect(await insights.count(asked, ['message_in', 'message_out'])).toBe(messages.length);
          expect(await insights.count(asked, ['resolved'])).toBe(of('resolved').length);
          const byDay = new Map<string, number>();
          for (const { at } of messages)
            byDay.set(dayOf(timeZone, at), (byDay.get(dayOf(timeZone, at)) ?? 0) + 1);
          const series = await insights.counts(asked, ['message_in', 'message_out'], 'day');
          expect(
            new Map(
              series
                .filter(({ value }) => value > 0)
                .map(({ at, value }) => [dayOf(timeZone, Date.parse(at)), value]),
            ),
          ).toEqual(byDay);
          const replies = of('first_reply').map(({ value }) => value);
          const { average, count } = await insights.durations(asked, ['first_reply']);
          expect(count).toBe(replies.length);
          if (count > 0) expect(average).toBeCloseTo(replies.reduce((sum, each) => sum + each, 0) / count, 3);
          const scores = of('rated').map(({ value }) => value);
          const said = await insights.satisfaction(asked);
          expect(said.all).toEqual([
            {
              id: null,
              rated: scores.length,
              satisfied: of('satisfied').length,
              average:
                scores.length === 0
                  ? null
                  : expect.closeTo(scores.reduce((a, b) => a + b, 0) / scores.length, 6),
            },
          ]);
          const roots = new Set(of('message_in').map(({ contactId }) => rootOf(contactId, log)));
          expect(await insights.contacts(asked, ['message_in'])).toBe(roots.size);
          // The rows of an export add up to the numbers of the dashboard, for every filter.
          if (!tag) {
            const { text, values } = await exporting.select(
              { customerId } as Principal,
              { channels: asked.channels, userIds: asked.agents },
              { from, to },
            );
            const { rows: keys } = await database.query<{ key: string }>(text, values);
            const rows: Record<string, unknown>[] = [];
            const at = { found: () => undefined } as never;
            const query = { from, to, fields: ['path', 'cases', 'seconds'], withNotes: false };
            for await (const page of exporting.rows(
              keys.map(({ key }) => key),
              query,
              at,
            ))
              rows.push(...page.rows);
            const casesOf = (path: string) =>
              rows.filter((row) => row.path === path).reduce((sum, { cases }) => sum + Number(cases), 0);
            expect(casesOf('metrics/messages/sum')).toBe(messages.length);
            expect(casesOf('metrics/conversations/first-reply-times')).toBe(of('first_reply').length);
            const discreet = new MetricsExport(
              Object.assign(new InsightQueries(database), {
                organisation: () => Promise.resolve({ timeZone, comparesAgents: false }),
              }),
            );
            const { text: anonymous, values: its } = await discreet.select(
              { customerId } as Principal,
              { channels: asked.channels, userIds: asked.agents },
              { from, to },
            );
            const told = await database.query<{ key: string }>(anonymous, its);
            const parts = told.rows.map(({ key }) => JSON.parse(key) as unknown[]);
            expect(parts.filter(([, , , , userId]) => userId !== NOBODY)).toEqual([]);
            const ofMessages = parts.filter(([path]) => path === 'metrics/messages/sum');
            expect(ofMessages.reduce((sum, part) => sum + Number(part[6]), 0)).toBe(messages.length);
          }
          // At any time, the open conversations are those that were opened and not closed before.
          const then = new Date(Date.parse(from) + 0.37 * (Date.parse(to) - Date.parse(from))).toISOString();
          const known = here.filter((fact) => fact.at < Date.parse(then));
          const open =
            known.filter(({ measure }) => measure === 'opened').length -
            known.filter(({ measure }) => measure === 'closed').length;
          const whole = { customerId: asked.customerId, timeZone, from, to: then };
          expect((await insights.backlog(whole, 'day', then)).at(-1)?.value).toBe(open);
          const head = { asked, before: asked, unit: 'day', timeZone, now: to, isPast: false } as const;
          const ages = await insights.backlogAgeThen(whole, then);
          const openThen = new Set(
            known.flatMap(({ conversationId, life }) => {
              const its = known.filter((f) => f.conversationId === conversationId && f.life === life);
              const times = (measure: Measure) => its.filter((fact) => fact.measure === measure).length;
              return times('opened') > times('closed') ? [conversationId] : [];
            }),
          );
          expect(ages.reduce((sum, { value }) => sum + value, 0)).toBe(openThen.size);
          const opened = await facts.page(
            {
              ...head,
              path: 'metrics/active-contacts/sum',
              measures: ['message_in'],
              metric: { path: 'metrics/active-contacts/sum', version: 1 },
            },
            {},
          );
          expect([opened.total, opened.data.length]).toEqual([roots.size, roots.size]);
          const talk = {
            ...head,
            path: 'metrics/messages/sum',
            measures: ['message_in', 'message_out'],
            metric: { path: 'metrics/messages/sum', version: 1 },
          } satisfies Question;
          const every = (await facts.page(talk, {})).data;
          const each = await facts.page(talk, { each: 'conversation' });
          const ids = each.data.map(({ conversationId }) => conversationId);
          expect([each.total, new Set(ids).size]).toEqual([ids.length, ids.length]);
          expect(ids).toEqual(
            expect.arrayContaining(every.flatMap((fact) => (fact.isThere ? [fact.conversationId] : []))),
          );
          const tagged = new Map<string, Set<string>>();
          for (const { tagId, conversationId, life } of of('tagged')) {
            const root = standsFor.get(tagId!);
            if (root) tagged.set(root, (tagged.get(root) ?? new Set()).add(`${conversationId}/${life}`));
          }
          const shares = await insights.tags(asked);
          expect(new Map(shares.map((share) => [share.id, share.value]))).toEqual(
            new Map([...tagged].map(([root, those]) => [root, those.size])),
          );
        }
      },
    ),
    { numRuns: 2 },
  );
}, 240_000);

/** The tag that each tag stands for in the end; deleted tags are omitted. */
function meaningOfTags(log: RecordedEvent[]): Map<string, string> {
  const meaning = new Map<string, string>();
  const gone = new Set<string>();
  for (const { stream, type, data } of log as (RecordedEvent & TagEvent)[]) {
    const tagId = idOf(stream);
    if (type === 'TagCreated') meaning.set(tagId, tagId);
    if (type === 'TagDeleted' && meaning.get(tagId) === tagId) gone.add(tagId);
    if (type !== 'TagMerged') continue;
    const into = meaning.get(data.intoId) ?? data.intoId;
    if (into === tagId || meaning.get(tagId) !== tagId || gone.has(tagId)) continue;
    if (gone.has(into)) gone.add(tagId);
    for (const [alias, root] of meaning) if (root === tagId) meaning.set(alias, into);
  }
  return new Map([...meaning].filter(([, root]) => !gone.has(root)));
}

/** The contact into which a contact was merged in the end. */
function rootOf(contactId: string, log: RecordedEvent[]): string {
  const into = new Map<string, string>();
  for (const { stream, type, data } of log) {
    if (type === 'ContactMerged') into.set(idOf(stream), (data as { intoId: string }).intoId);
    if (type === 'ContactUnmerged') into.delete(idOf(stream));
  }
  let root = contactId;
  for (let depth = 0; into.has(root) && depth < contacts.length * 2; depth++) root = into.get(root)!;
  return root;
}
