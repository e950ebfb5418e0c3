import { Session1763700006000 } from '@parley/access/http/sign-in/session.migration';
import { UserPresence1764640000000 } from '@parley/access/presence/user-presence.migration';
import { customer } from '@parley/access/domain/customer';
import { accessView } from '@parley/access/read/access.projector';
import { AccessQueries } from '@parley/access/read/access.queries';
import { OrganisationQueries } from '@parley/access/read/organisations.queries';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { loadConfig } from '@parley/platform/config/config';
import { MasterKey } from '@parley/platform/security/master-key';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { runCreateOrganisation } from './create-organisation';
import { runOrganisationDomains } from './organisation-domains';

const masterKey = new MasterKey('a secret that is long enough for tests');
const config = loadConfig({});
let database: TestDatabase;
let store: InMemoryEventStore;

beforeEach(async () => {
  database = await testDatabase([Session1763700006000, UserPresence1764640000000]);
  store = new InMemoryEventStore();
  await installView(database, accessView);
});
afterEach(() => database.drop());

async function said(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  const seen = store.events.filter(({ stream }) =>
    accessView.prefixes.some((prefix) => stream.startsWith(prefix)),
  );
  await project(database, accessView, seen);
  return all;
}
const engines = () => ({ config, database, store, masterKey });
const create = (args: string[], hasIssuer = false) => said(runCreateOrganisation(engines(), args, hasIssuer));
const domains = (...args: string[]) => said(runOrganisationDomains(engines(), args));
const bakery = [
  'Mill Street Bakery',
  'Chat.MillStreet.example',
  'beatriz@millstreet.example',
  'Beatriz Costa',
];

describe('scripts/create-organisation', () => {
  test('creates an organisation that is found by its domain, and prints how its administrator signs in first', async () => {
    const lines = await create(bakery);
    const id = await new OrganisationQueries(database).byDomain('chat.millstreet.example');
    expect(lines[0]).toBe(`Mill Street Bakery is there, under chat.millstreet.example. Its id is ${id}.`);
    expect(lines[1]).toMatch(
      /^Beatriz Costa sets a password here, within 7 days: http.*\/accept-invitation\?token=/,
    );
    const [admin] = await new AccessQueries(database).users(id ?? '');
    expect(admin).toMatchObject({ displayName: 'Beatriz Costa', email: bakery[2], role: 'admin' });
  });

  test('prints no link if a separate issuer signs users in', async () => {
    const lines = await create(bakery, true);
    expect(lines[1]).toBe(
      'Beatriz Costa signs in at the identity provider with the verified address beatriz@millstreet.example.',
    );
    expect(await new AccessQueries(database).onlyMemberByEmail('beatriz@millstreet.example')).toMatchObject({
      role: 'admin',
    });
  });

  test('gives each organisation a separate folder', async () => {
    await create(bakery);
    await create(['Other', 'other.example', 'a@other.example', 'Ann']);
    const folders = store.events.flatMap((event) =>
      event.type === 'CustomerRegistered' ? [(event.data as { storageName: string }).storageName] : [],
    );
    expect(new Set(folders).size).toBe(2);
  });

  test.each([
    ['is a text of 1 to 100', ['', 'a.example', 'a@a.example', 'Ann']],
    ['is a text of 1 to 100', ['A', 'a.example', 'a@a.example', 'x'.repeat(101)]],
    ['is no domain', ['A', 'www.a.example', 'a@a.example', 'Ann']],
    ['is no domain', ['A', 'localhost', 'a@a.example', 'Ann']],
    ['is no domain', ['A', 'https://a.example', 'a@a.example', 'Ann']],
    ['is no e-mail address', ['A', 'a.example', 'a.example', 'Ann']],
    ['Usage', ['A', 'a.example', 'a@a.example']],
  ])('prints “%s” for %j and creates nothing', async (sentence, args) => {
    await expect(create(args)).rejects.toThrow(sentence);
    expect(store.events).toEqual([]);
  });

  test('refuses a domain or mail address that is already used', async () => {
    await create(bakery);
    await expect(create(['A', 'CHAT.millstreet.example', 'a@a.example', 'Ann'])).rejects.toThrow(
      "The domain chat.millstreet.example is another organisation's.",
    );
    await expect(create(['A', 'a.example', 'Beatriz@millstreet.example', 'Ann'])).rejects.toThrow(
      'Somebody of another organisation has the address',
    );
  });

  test('creates one organisation if two with the same domain are requested concurrently', async () => {
    const tried = await Promise.allSettled([
      create(['A', 'a.example', 'a@a.example', 'Ann']),
      create(['B', 'a.example', 'b@b.example', 'Ben']),
    ]);
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('scripts/organisation-domains', () => {
  beforeEach(() => create(bakery));

  test('adds a domain once, and removes a domain', async () => {
    const both = ['chat.millstreet.example', 'bakery.example'];
    expect(await domains('chat.millstreet.example', 'add', 'Bakery.example')).toEqual(both);
    expect(await domains('chat.millstreet.example', 'add', 'bakery.example')).toEqual(both);
    expect(await new OrganisationQueries(database).domains()).toEqual([...both].sort());
    expect(await domains('chat.millstreet.example', 'remove', 'bakery.example')).toEqual([both[0]]);
    expect(await new OrganisationQueries(database).byDomain('bakery.example')).toBeNull();
    await create(['Other', 'bakery.example', 'a@other.example', 'Ann']);
  });

  test("refuses another organisation's domain, an invalid one and the removal of the last", async () => {
    await create(['Other', 'other.example', 'a@other.example', 'Ann']);
    const add = (domain: string) => domains('other.example', 'add', domain);
    await expect(add('chat.millstreet.example')).rejects.toThrow("is another organisation's");
    await expect(add('www.other.example')).rejects.toThrow('is no domain');
    await expect(domains('other.example', 'remove', 'other.example')).rejects.toThrow('the only domain');
    await expect(domains('nobody.example')).rejects.toThrow('No organisation');
    const [id] = (await database.query<{ id: string }>("select id from access.customer where name = 'Other'"))
      .rows;
    const { state } = await new Aggregates(store).load(customer, 'customer', id!.id, id!.id);
    expect(state.domains).toEqual(['other.example']);
  });
});
