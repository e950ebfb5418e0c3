import type { Client } from 'pg';
import { closeAnalysts } from '@parley/exports/analysts';
import { TEMPLATE, updateAddress, within } from '@parley/exports/analysts-database';
import { runAnalysts } from './analysts';
import { AnalystsInstallation } from './testing/analysts-installation';

let installation: AnalystsInstallation;
beforeAll(async () => {
  installation = await AnalystsInstallation.open();
}, 240_000);
afterAll(() => installation.close());

test('lets an analyst read every view of analytics_v1, with rows of their own organisation only', async () => {
  const login = await installation.admit();
  await installation.admit(installation.theirs);
  await installation.as(login, async (client: Client) => {
    const all = async (view: string) => (await client.query(`select * from ${view}`)).rows as object[];
    expect(await all('conversation')).toHaveLength(1);
    expect(await all('message')).toHaveLength(1);
    expect(await all('contact')).toMatchObject([{ name: `contact of ${installation.ours}` }]);
    expect(await all('analytics_v1.named')).toMatchObject([{ name: `channel of ${installation.ours}` }]);
    expect(await all('conversation_tag')).toEqual([]);
    const { rows } = await client.query(
      'select count(*)::int from message join conversation using (conversation_id) where not is_note',
    );
    expect(rows).toEqual([{ count: 1 }]);
  });
});

test('changes the password and ends the earlier sessions if access is opened again', async () => {
  const before = await installation.admit();
  const login = await installation.as(before, async (client) => {
    const again = await installation.admit();
    await expect(client.query('select 1')).rejects.toThrow();
    return again;
  });
  expect(login).toMatchObject({ database: before.database, user: before.user });
  await expect(installation.as(before, (client) => client.query('select 1'))).rejects.toThrow(
    /authentication/,
  );
});

test('removes the database and all roles of an organisation, and returns whether there were any', async () => {
  const { user, database } = await installation.admit();
  expect(await closeAnalysts(installation.database, installation.ours)).toBe(true);
  expect(await closeAnalysts(installation.database, installation.ours)).toBe(false);
  const { rows } = await installation.database.query(
    `select rolname from pg_roles where rolname = any($1)
     union all select datname from pg_database where datname = $2`,
    [[user, user.replace('analysts', 'reader')], database],
  );
  expect(rows).toEqual([]);
});

test('removes the remaining roles if closing is repeated after it failed halfway', async () => {
  const { user } = await installation.admit();
  const { database } = installation;
  const query = database.query.bind(database);
  const failing = jest.spyOn(database, 'query').mockImplementation((text, values) => {
    if (text.startsWith('alter role')) return Promise.reject(new Error('terminated'));
    return query(text, values);
  });
  await expect(closeAnalysts(database, installation.ours)).rejects.toThrow('terminated');
  failing.mockRestore();
  expect(await closeAnalysts(database, installation.ours)).toBe(true);
  const { rows } = await database.query('select from pg_roles where rolname = $1', [user]);
  expect(rows).toEqual([]);
});

test('lets an analyst read again once the changed address of the product was updated', async () => {
  const { database: product } = installation;
  const login = await installation.admit();
  await within(product.url, login.database, (client) =>
    client.query(`alter server product options (set port '1')`),
  );
  const reading = () => installation.as(login, (client) => client.query('select name from contact'));
  await expect(reading()).rejects.toThrow(/could not connect to server/);
  await updateAddress(product.url, login.database);
  expect((await reading()).rows).toHaveLength(1);
});

test('prints the script for a superuser, and its usage for any invalid arguments', async () => {
  const run = (...args: string[]) => runAnalysts(installation, args).next();
  expect((await run('template')).value).toContain(`create database ${TEMPLATE} owner "parley"`);
  for (const args of [[], ['on'], ['off', 'a', 'b'], ['template', 'a']])
    await expect(run(...args)).rejects.toThrow(/^Usage: /);
});
