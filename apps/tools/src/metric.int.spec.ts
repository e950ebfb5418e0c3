import { randomUUID } from 'node:crypto';
import { insightsView } from '@parley/insights/read/insights.projector';
import { ConversationHistory } from '@parley/conversations/testing/conversation-history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { migrations } from '@parley/server/migrations';
import { runMetric } from './metric';

const customerId = randomUUID();
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase(migrations);
  await database.query(
    'create schema access; create table access.customer (id uuid, name text, domain text)',
  );
  await database.query('insert into access.customer values ($1, $2, $3)', [
    customerId,
    'Harbour',
    'harbour.example',
  ]);
  await installView(database, insightsView);
});
afterAll(() => database.drop());

async function lines(...args: string[]): Promise<string[]> {
  const said: string[] = [];
  for await (const line of runMetric({ database, store: undefined as never }, args)) said.push(line);
  return said;
}

test('lists every metric, and shows one with all versions of its definition', async () => {
  expect(await lines('list')).toContain('metrics/conversations/resolve-times\tResolve time\ttime\tv3');
  const shown = await lines('show', 'metrics/conversations/resolve-times');
  expect(shown.filter((line) => /^v[123], since/.test(line))).toHaveLength(3);
});

test('compares versions over the same days: the second excludes automatic archiving, the third also broadcasts', async () => {
  const story = new ConversationHistory(customerId);
  story.channel('whatsapp');
  const all = '9'.repeat(20);
  for (const [word, afterHours, seenUpTo] of [
    ['by hand', null, all],
    ['by itself', 4, all],
    ['by a broadcast', null, ''],
  ] as const) {
    story.start(word, { contact: word });
    story.about(word, { type: 'ConversationArchived', data: { seenUpTo, afterHours } });
  }
  await project(database, insightsView, story.events);
  const compared = await lines(
    ...['compare', 'metrics/conversations/resolve-times', 'harbour.example', '2026-05-01', '2026-05-01'],
  );
  expect(compared.map((line) => line.split('\t').slice(0, 2))).toEqual([
    ['v1', '3 cases'],
    ['v2', '2 cases'],
    ['v3', '1 cases'],
  ]);
});

test.each([
  [[]],
  [['show', 'nothing']],
  [['compare', 'metrics/messages/sum', 'harbour.example']],
  [['compare', 'metrics/messages/sum', 'nowhere.example', '2026-05-01', '2026-05-02']],
])('refuses %j in one sentence', async (args) => {
  await expect(lines(...args)).rejects.toThrow(/Usage|No organisation/);
});
