import { randomUUID } from 'node:crypto';
import type { ContactConditions } from '@parley/contracts/api/contact-conditions';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { doneBy } from '@parley/event-sourcing/decider/command';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { Job1765200000000 } from '@parley/jobs/job.migration';
import { JobWorkshop, lost } from '@parley/jobs/testing/job-workshop';
import type { Principal } from '@parley/platform/http/principal';
import { LeaseLost } from '@parley/platform/lease/lease';
import type { Storage } from '@parley/platform/storage/storage';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { contact, type ContactCommand } from '../domain/contact';
import { ContactListQueries } from '../read/contact-list.queries';
import { contactsView } from '../read/contacts.projector';
import { ContactQueries } from '../read/contacts.queries';
import { ToContactList, ToListBatch } from '../domain/contact-list';
import { ContactLists } from './contact-lists';
import { FillListKind } from './fill-list.kind';
import { ListQueries } from './list.queries';
import { ListUses } from './list-uses';

let database: TestDatabase;
let store: PostgresEventStore;
let aggregates: Aggregates;
let lists: ContactLists;
let queries: ListQueries;
let uses: ListUses;
let workshop: JobWorkshop;
let me: Principal;
let seen = '';

beforeAll(async () => {
  database = await testDatabase([
    EventLog1763700000100,
    Job1765200000000,
    Projection1763700000200,
    ViewTally1767500000000,
  ]);
  await installView(database, contactsView);
  store = await PostgresEventStore.open(database);
  aggregates = new Aggregates(store);
  const bus = busOf(aggregates, ToContactList, ToListBatch);
  queries = new ListQueries(database);
  workshop = new JobWorkshop(database, [new FillListKind(queries, bus)], {} as Storage);
  uses = new ListUses();
  lists = new ContactLists(
    queries,
    new ContactQueries(database),
    new ContactListQueries(database),
    uses,
    bus,
    workshop.jobs,
  );
});
beforeEach(async () => {
  me = { customerId: randomUUID(), userId: randomUUID(), role: 'manager', can: () => true };
  const invited = { subject: me.userId, personal: { displayName: 'Mia', email: 'mia@example.org' } };
  const { customerId, userId } = me;
  const event = { type: 'UserAdded', schemaVersion: 1, data: { ...invited, role: 'manager' }, customerId };
  const by = { actor: { type: 'system', id: 'test' }, correlationId: userId, causationId: userId } as const;
  const appended = { ...event, ...by, id: randomUUID(), time: new Date().toISOString() };
  await store.append(`user-${userId}`, [appended], { expected: 'any', customerId });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

async function show(): Promise<void> {
  const stop = new AbortController();
  const following = { after: seen || undefined, prefixes: contactsView.prefixes, signal: stop.signal };
  for await (const batch of store.subscribeAll(following)) {
    await project(database, contactsView, batch.events);
    seen = batch.checkpoint;
    if (batch.caughtUp) break;
  }
  stop.abort();
}

async function say(id: string, command: ContactCommand): Promise<void> {
  await aggregates.execute(contact, 'contact', {
    id,
    command,
    context: doneBy('test', { customerId: me.customerId, now: new Date().toISOString() }),
  });
}

async function somebody(name: string): Promise<string> {
  const id = randomUUID();
  await say(id, { type: 'Register', contactId: id, profile: { name, phone: '+34600000001' } });
  return id;
}

async function made(
  content: { conditions?: ContactConditions; contactIds?: string[] } = {},
): Promise<string> {
  const id = randomUUID();
  const { conditions, contactIds } = content;
  await show();
  await lists.create(me, id, {
    name: 'List',
    conditions: conditions && JSON.stringify(conditions),
    contactIds,
  });
  await show();
  return id;
}

const membersOf = async (id: string) =>
  (await queries.members(me.customerId, id, { limit: 100 })).data.map(({ name }) => name).sort();
const labelled = {
  match: 'all',
  groups: [{ match: 'all', conditions: [{ field: 'optIn', is: true }] }],
} as const;
const optedIn = labelled as unknown as ContactConditions;

describe('A live list with invalid stored conditions', () => {
  it('a live list with invalid stored conditions refuses the empty conditions that clients read from it, and accepts valid ones', async () => {
    const id = await made({ conditions: optedIn });
    const invalid = JSON.stringify({
      match: 'all',
      groups: [{ match: 'all', conditions: [{ field: 'shoes' }] }],
    });
    await database.query('update contacts.contact_list set conditions = $2 where id = $1', [id, invalid]);
    const read = await queries.get(me.customerId, id);
    expect(read.isInvalid).toBe(true);
    const conditions = JSON.stringify(read.conditions);
    await expect(lists.change(me, id, { conditions })).rejects.toMatchObject({ code: 'invalid_input' });
    await lists.change(me, id, { conditions: JSON.stringify({ ...optedIn, match: 'any' }) });
    await show();
    expect(await queries.get(me.customerId, id)).toMatchObject({ isInvalid: false });
  });
});

describe('A fixed list', () => {
  it('a fixed list contains the contacts that were added and not removed', async () => {
    const [ana, ben] = [await somebody('Ana'), await somebody('Ben')];
    const id = await made({ contactIds: [ana] });
    await lists.changeMembers(me, id, 'List', [ana, ben, randomUUID()]);
    await show();
    expect(await membersOf(id)).toEqual(['Ana', 'Ben']);
    await lists.changeMembers(me, id, 'Unlist', [ana]);
    await show();
    expect(await membersOf(id)).toEqual(['Ben']);
    expect(await queries.get(me.customerId, id)).toMatchObject({ members: 1, optedOut: 1, blocked: 0 });
  });

  it('a fixed list is created once by concurrent requests with the same id', async () => {
    const id = randomUUID();
    await Promise.all([1, 2, 3].map(() => lists.create(me, id, { name: 'Once' })));
    await show();
    expect(await queries.list(me.customerId)).toHaveLength(1);
  });

  it('a fixed list is filled once by a job whose process dies', async () => {
    for (let nth = 0; nth < 5; nth++) await say(await somebody(`Person ${nth}`), { type: 'OptIn' });
    await somebody('Other');
    const id = await made();
    await lists.fill(me, id, randomUUID(), { conditions: optedIn });
    await expect(workshop.runner().turn(lost)).rejects.toThrow(LeaseLost);
    await workshop.runToEnd();
    await show();
    expect(await membersOf(id)).toHaveLength(5);
    const { rows } = await database.query(
      `select from event_log.event where type = 'ContactsListed' and data->>'listId' = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  it('a fixed list is read a page at a time', async () => {
    const contactIds = [];
    for (let nth = 0; nth < 5; nth++) contactIds.push(await somebody(`Person ${nth}`));
    const id = await made({ contactIds });
    const found: string[] = [];
    for (let after: string | undefined; ;) {
      const { data, next } = await queries.members(me.customerId, id, { limit: 2, after });
      found.push(...data.map((member) => member.id));
      if (next === null) break;
      after = next;
    }
    expect(found).toEqual([...contactIds].sort());
  });

  it('a fixed list can be filtered for members who opted in and are not blocked', async () => {
    const [ana, ben, cleo] = [await somebody('Ana'), await somebody('Ben'), await somebody('Cleo')];
    for (const one of [ana, cleo]) await say(one, { type: 'OptIn' });
    await say(cleo, { type: 'Block' });
    const id = await made({ contactIds: [ana, ben, cleo] });
    const { data } = await queries.members(me.customerId, id, { limit: 10, onlyReachable: true });
    expect(data).toMatchObject([{ name: 'Ana' }]);
  });

  it('a fixed list is copied with its members', async () => {
    const id = await made({ contactIds: [await somebody('Ana')] });
    const copy = randomUUID();
    await lists.duplicate(me, id, copy, 'Copy');
    await show();
    await workshop.runToEnd();
    await show();
    expect(await membersOf(copy)).toEqual(['Ana']);
  });
});

describe('A live list', () => {
  it('a live list gains and loses members as contacts change', async () => {
    const ana = await somebody('Ana');
    const id = await made({ conditions: optedIn });
    expect(await membersOf(id)).toEqual([]);
    await say(ana, { type: 'OptIn' });
    await show();
    expect(await membersOf(id)).toEqual(['Ana']);
    await say(ana, { type: 'OptOut' });
    await show();
    expect(await membersOf(id)).toEqual([]);
  });

  it('a live list names the conditions that a contact does not meet', async () => {
    const ana = await somebody('Ana');
    const conditions: ContactConditions = {
      match: 'all',
      groups: [
        {
          match: 'all',
          conditions: [
            { field: 'blocked', is: false },
            { field: 'optIn', is: true },
          ],
        },
      ],
    };
    const id = await made({ conditions });
    expect(await queries.membership(me.customerId, id, ana)).toEqual({ isMember: false, failing: [[0, 1]] });
  });

  it('a live list refuses members that a user or a job adds', async () => {
    const id = await made({ conditions: optedIn });
    const ana = await somebody('Ana');
    await expect(lists.changeMembers(me, id, 'List', [ana])).rejects.toMatchObject({ code: 'list_is_live' });
    await expect(lists.fill(me, id, randomUUID(), { conditions: optedIn })).rejects.toMatchObject({
      code: 'list_is_live',
    });
  });

  it('a live list has a preview with the number and names of its members', async () => {
    await say(await somebody('Ana'), { type: 'OptIn' });
    await somebody('Ben');
    await show();
    const { viewer } = await new ContactQueries(database).viewerAt(me);
    expect(await queries.preview(viewer, optedIn)).toMatchObject({ members: 1, optedOut: 0, names: ['Ana'] });
  });
});

describe('A contact list', () => {
  it('a list cannot be deleted while a broadcast uses it', async () => {
    const id = await made();
    let count = 2;
    uses.register({ usesOf: () => Promise.resolve([{ what: 'broadcast', count }]) });
    await expect(lists.carryOut(me, id, 'Delete')).rejects.toMatchObject({ code: 'list_used' });
    expect((await lists.details(me, id)).uses).toEqual([{ what: 'broadcast', count: 2 }]);
    count = 0;
    await lists.carryOut(me, id, 'Delete');
    await show();
    expect(await queries.list(me.customerId)).toEqual([]);
  });

  it('a list is visible only in its organisation, and accepts only contacts of that organisation', async () => {
    const id = await made({ contactIds: [await somebody('Ana')] });
    const stranger = await (async () => {
      const own = me;
      me = { ...me, customerId: randomUUID() };
      const made = await somebody('Eve');
      me = own;
      return made;
    })();
    await show();
    await lists.changeMembers(me, id, 'List', [stranger]);
    await show();
    expect(await membersOf(id)).toEqual(['Ana']);
    me = { ...me, customerId: randomUUID() };
    for (const asked of [queries.get(me.customerId, id), lists.carryOut(me, id, 'Archive')])
      await expect(asked).rejects.toMatchObject({ code: 'not_found' });
    expect(await membersOf(id)).toEqual([]);
  });
});
