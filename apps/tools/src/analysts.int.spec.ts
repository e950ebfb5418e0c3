import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { ConversationHistory } from '@parley/conversations/testing/conversation-history';
import { analystLogin, letAnalystsRead, shutOutAnalysts } from '@parley/exports/analysts';
import { Analysts1767220100000 } from '@parley/exports/analysts.migration';
import { views } from '@parley/server/features';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';

const [ours, theirs] = [randomUUID(), randomUUID()];
const read = new Set(['inbox', 'transcript', 'contacts', 'audit']);
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase([Analysts1767220100000]);
  for (const view of views.filter(({ name }) => read.has(name))) {
    await installView(database, view);
    for (const customerId of [ours, theirs]) {
      const story = new ConversationHistory(customerId);
      const word = (thing: string) => `${thing} of ${customerId}`;
      story.channel(word('channel'));
      story.start(word('conversation'), { contact: word('contact'), channel: word('channel') });
      story.receive(word('conversation'), word('message'), { contact: word('contact') });
      await project(database, view, story.events);
    }
  }
}, 120_000);
afterAll(async () => {
  for (const customerId of [ours, theirs]) await shutOutAnalysts(database, customerId);
  await database.drop();
});

async function asAnalyst<T>(
  customerId: string,
  password: string,
  ask: (client: Client) => Promise<T>,
): Promise<T> {
  const url = new URL(database.url);
  const [user, host, port] = [analystLogin(customerId), url.hostname, Number(url.port)];
  const client = new Client({ user, password, host, port, database: url.pathname.slice(1) });
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

test('a login of an organisation reads its rows, no others, no other table, and writes nothing', async () => {
  const password = await letAnalystsRead(database, ours);
  await letAnalystsRead(database, theirs);
  await asAnalyst(ours, password, async (client) => {
    const all = async (view: string) =>
      (await client.query(`select * from analytics_v1.${view}`)).rows as object[];
    expect(await all('conversation')).toHaveLength(1);
    expect(await all('message')).toHaveLength(1);
    expect(await all('contact')).toMatchObject([{ name: `contact of ${ours}` }]);
    expect(await all('named')).toMatchObject([{ name: `channel of ${ours}` }]);
    expect(await all('conversation_tag')).toEqual([]);
    const refused = (text: string) =>
      expect(client.query(text)).rejects.toThrow(/permission denied|read-only|cannot delete/);
    await refused('select * from inbox.conversation');
    await refused('select * from analytics.login');
    await refused(`insert into analytics.login values ('x', '${theirs}')`);
    await refused(`set role ${analystLogin(theirs)}`);
    await client.query('set default_transaction_read_only = off');
    await refused('delete from analytics_v1.contact');
  });
});

test('a password is another each time, and the login ends with its connections', async () => {
  const before = await letAnalystsRead(database, ours);
  const password = await letAnalystsRead(database, ours);
  expect(password).not.toBe(before);
  expect(await shutOutAnalysts(database, ours)).toBe(true);
  expect(await shutOutAnalysts(database, ours)).toBe(false);
  const { rows } = await database.query('select from pg_roles where rolname = $1', [analystLogin(ours)]);
  expect(rows).toEqual([]);
});
