import { randomUUID } from 'node:crypto';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { MasterKey } from '@parley/platform/security/master-key';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { team, type TeamCommand } from '../domain/team';
import { user } from '../domain/user';
import { TeamHandler, ToTeam } from './team.handler';

const harbour = 'harbour';
const bakery = 'bakery';

let store: InMemoryEventStore;
let aggregates: Aggregates;
let teams: TeamHandler;
beforeEach(() => {
  store = new InMemoryEventStore();
  aggregates = new Aggregates(store);
  teams = new TeamHandler(aggregates, new Claims(aggregates, new MasterKey('a secret that is long enough')));
});

const context = (customerId = harbour) => requestedNow({ userId: 'admin', customerId });
const send = (id: string, command: TeamCommand, customerId = harbour) =>
  teams.execute(new ToTeam(id, command, context(customerId)));
const create = (id: string, name: string, customerId = harbour) =>
  send(id, { type: 'Create', name, colour: '#3b4fd8' }, customerId);
const rename = (id: string, name: string) => send(id, { type: 'Change', details: { name } });

async function addUser(customerId: string): Promise<string> {
  const userId = randomUUID();
  const add = { type: 'Add', userId, displayName: 'Ana', email: 'ana@example.org', role: 'user' } as const;
  await aggregates.execute(user, 'user', { id: userId, command: add, context: context(customerId) });
  return userId;
}

test('a team name is unique in an organisation, in any case and spacing', async () => {
  await create('sales', 'Sales');
  await expect(create('other', ' SALES ')).rejects.toThrow('team_name_taken');
  await create('other', 'Support');
  await expect(rename('other', 'sales')).rejects.toThrow('team_name_taken');
  await create('theirs', 'Sales', bakery);
});

test('only one of several teams that take a name at the same time gets it', async () => {
  const tried = await Promise.allSettled(['a', 'b', 'c'].map((id) => create(id, 'Night shift')));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a name is free again once its team is renamed or deleted', async () => {
  await create('sales', 'Sales');
  await rename('sales', 'Vendors');
  await create('second', 'Sales');
  await send('second', { type: 'Delete' });
  await create('third', 'Sales');
});

test('a team may change the spelling of its own name', async () => {
  await create('sales', 'Sales');
  await rename('sales', 'SALES');
  await expect(create('second', 'Sales')).rejects.toThrow('team_name_taken');
});

test('a name is free even if the process that deleted the team did not release it', async () => {
  await create('sales', 'Sales');
  // Simulates a process that stops before it releases the name.
  await aggregates.execute(team, 'team', {
    id: 'sales',
    command: { type: 'Delete' },
    context: context(),
  });
  await create('second', 'Sales');
});

test('a refused change claims no name', async () => {
  await create('sales', 'Sales');
  const refused: TeamCommand = { type: 'Change', details: { name: 'Vendors', colour: 'red' } };
  await expect(send('sales', refused)).rejects.toThrow('team_colour_invalid');
  await create('second', 'Vendors');
});

test('only users of the organisation become members', async () => {
  const [ours, theirs] = [await addUser(harbour), await addUser(bakery)];
  const all = { type: 'Create', name: 'Sales', colour: '#3b4fd8' } as const;
  await expect(send('sales', { ...all, userIds: [ours, theirs] })).rejects.toThrow('not_found');
  expect((await send('sales', { ...all, userIds: [ours] })).state.members).toEqual([ours]);
  await expect(send('sales', { type: 'AddMember', userId: randomUUID() })).rejects.toThrow('not_found');
  const change: TeamCommand = { type: 'Change', details: {}, userIds: [ours, theirs] };
  await expect(send('sales', change)).rejects.toThrow('not_found');
});

test('a team of another organisation is not found', async () => {
  await create('sales', 'Sales');
  await expect(send('sales', { type: 'Delete' }, bakery)).rejects.toThrow('not_found');
  const change: TeamCommand = { type: 'Change', details: { name: 'Ours' } };
  await expect(send('sales', change, bakery)).rejects.toThrow('not_found');
});
