import { randomUUID } from 'node:crypto';
import { customer } from '@parley/access/domain/customer';
import { ipWhitelist } from '@parley/access/domain/ip-whitelist';
import { team } from '@parley/access/domain/team';
import { accessView } from '@parley/access/read/access.projector';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { MasterKey } from '@parley/platform/security/master-key';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { migrations } from '@parley/server/migrations';
import { runCustomerSettings } from './customer-settings';
import { runIpWhitelist } from './ip-whitelist';

const harbour = randomUUID();
const sales = randomUUID();
const masterKey = new MasterKey('a secret that is long enough for tests');
let database: TestDatabase;
let store: InMemoryEventStore;
let aggregates: Aggregates;

beforeEach(async () => {
  database = await testDatabase(migrations);
  store = new InMemoryEventStore();
  aggregates = new Aggregates(store);
  await installView(database, accessView);
  const context = () => requestedNow({ userId: randomUUID(), customerId: harbour });
  const register = {
    type: 'Register',
    name: 'Harbour',
    domain: 'harbour.example',
    storageName: 'h',
  } as const;
  await aggregates.execute(customer, 'customer', { id: harbour, command: register, context: context() });
  const create = { type: 'Create', name: 'Sales', colour: '#3b4fd8' } as const;
  await aggregates.execute(team, 'team', { id: sales, command: create, context: context() });
  const add = {
    type: 'Add',
    entryId: randomUUID(),
    name: 'Office',
    address: '192.0.2.*',
    ownAddress: '192.0.2.1',
  } as const;
  await aggregates.execute(ipWhitelist, 'ipWhitelist', { id: harbour, command: add, context: context() });
  const { events } = store;
  await project(database, accessView, [...events]);
});
afterEach(() => database.drop());

async function linesOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}
const settings = (...args: string[]) => linesOf(runCustomerSettings({ database, store, masterKey }, args));
const whitelist = (...args: string[]) => linesOf(runIpWhitelist({ database, store }, args));

describe('scripts/customer-settings', () => {
  test('lists the settings of an organisation, found by its host in upper or lower case or by its id', async () => {
    const lines = await settings('HARBOUR.example');
    expect(lines).toContain('limitUsers=-1');
    expect(lines).toContain('expandedTeamFilter=off');
    expect(await settings(harbour)).toEqual(lines);
  });

  test('changes the given settings in the name of the operator, and prints the changes', async () => {
    const wanted = ['limitUsers=10', 'noticeEnabled=on', 'noticeText=Closed = today', 'apiEnabled=off'];
    expect(await settings(harbour, ...wanted)).toEqual([
      'limitUsers=10',
      'noticeEnabled=on',
      'noticeText=Closed = today',
    ]);
    expect(await settings(harbour, 'limitUsers=10')).toEqual(['Nothing changed: that is how it was.']);
    const { events } = store;
    expect(events.at(-1)?.actor).toEqual({ type: 'system', id: 'operator' });
    expect(await settings(harbour, 'forcedTeamFilter=on+unassigned:Sales')).toEqual([
      `forcedTeamFilter=on+unassigned:${sales}`,
    ]);
  });

  test.each([
    [[], 'Usage'],
    [['nowhere.example'], 'No organisation has the host or id "nowhere.example".'],
    [[harbour, 'limitUser=1'], 'There is no setting "limitUser"'],
    [[harbour, 'limitUsers'], 'There is no setting "limitUsers"'],
    [[harbour, 'limitUsers=many'], 'limitUsers is a whole number, not "many".'],
    [[harbour, 'limitUsers=-5'], 'limitUsers cannot be that.'],
    [[harbour, 'billingMonths=6'], 'billingMonths cannot be that.'],
    [[harbour, 'apiEnabled=yes'], 'apiEnabled is on or off, not "yes".'],
    [[harbour, 'openAiApiKey=sk-1'], 'set by the organisation’s administrators'],
    [[harbour, 'forcedTeamFilter=on:Nobody'], 'There is no team "Nobody".'],
  ])('refuses %j with the sentence %s', async (args, sentence) => {
    await expect(settings(...args)).rejects.toThrow(sentence);
  });
});

describe('scripts/ip-whitelist', () => {
  test('lists the addresses, and removes them only once', async () => {
    expect(await whitelist('list', 'harbour.example')).toEqual(['192.0.2.*  Office']);
    expect(await whitelist('clear', harbour)).toEqual([
      'Harbour may be used from every address again; addresses taken off the list: 1.',
    ]);
    expect(await whitelist('clear', harbour)).toEqual(['Harbour may be used from every address.']);
    const { state } = await aggregates.load(ipWhitelist, 'ipWhitelist', harbour, harbour);
    expect(state.entries.size).toBe(0);
  });

  test.each([[[]], [['list']], [['clear', 'a', 'b']], [['drop', 'harbour.example']]])(
    'prints the usage for %j',
    async (args) => {
      await expect(whitelist(...args)).rejects.toThrow('Usage');
    },
  );
});
