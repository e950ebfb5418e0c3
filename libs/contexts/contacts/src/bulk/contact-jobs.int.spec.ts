import { randomUUID } from 'node:crypto';
import { everybody, type ContactConditions } from '@parley/contracts/api/contact-conditions';
import type { ContactBulkAction } from '@parley/contracts/api/contacts';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { doneBy } from '@parley/event-sourcing/decider/command';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import type { ContactViewer } from '@parley/access-rules/viewer';
import { Job1765200000000 } from '@parley/jobs/job.migration';
import { JobWorkshop, lost } from '@parley/jobs/testing/job-workshop';
import { LeaseLost } from '@parley/platform/lease/lease';
import type { Storage } from '@parley/platform/storage/storage';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { contact, type ContactCommand, ToContact } from '../domain/contact';
import { ContactListQueries, type ContactSelection } from '../read/contact-list.queries';
import { contactsView } from '../read/contacts.projector';
import { ContactQueries } from '../read/contacts.queries';
import { DuplicateQueries } from '../read/duplicates.queries';
import { ContactChangesKind } from './contact-changes.kind';
import { ContactJobs } from './contact-jobs';

let database: TestDatabase;
let store: PostgresEventStore;
let aggregates: Aggregates;
let jobs: ContactJobs;
let workshop: JobWorkshop;
let duplicates: DuplicateQueries;
let viewer: ContactViewer;
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
  const lists = new ContactListQueries(database);
  const kind = new ContactChangesKind(
    new ContactQueries(database),
    lists,
    busOf(aggregates, ToContact),
    aggregates,
  );
  workshop = new JobWorkshop(database, [kind], {} as Storage);
  jobs = new ContactJobs(workshop.jobs);
  duplicates = new DuplicateQueries(database, lists);
});
beforeEach(() => {
  viewer = {
    ...{ customerId: randomUUID(), userId: randomUUID(), role: 'manager', teamIds: [], channelIds: null },
    ...{ forcedTeamFilter: null, expandedTeamFilter: false, hasContactsModule: true },
  };
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const context = () => doneBy('test', { customerId: viewer.customerId, now: new Date().toISOString() });

async function append(stream: string, type: string, data: object): Promise<void> {
  const { customerId } = viewer;
  const by = {
    actor: { type: 'system', id: 'test' },
    correlationId: customerId,
    causationId: customerId,
  } as const;
  const event = {
    id: randomUUID(),
    type,
    schemaVersion: 1,
    data,
    customerId,
    time: new Date().toISOString(),
    ...by,
  };
  await store.append(stream, [event], { expected: 'any', customerId });
}

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

const say = (id: string, command: ContactCommand) =>
  aggregates.execute(contact, 'contact', { id, command, context: context() });

async function somebody(name: string, told: { phone?: string; email?: string } = {}): Promise<string> {
  const id = randomUUID();
  await say(id, { type: 'Register', contactId: id, profile: { name, ...told } });
  return id;
}

async function changed(action: ContactBulkAction, selection: ContactSelection): Promise<string> {
  await show();
  const job = await jobs.change(viewer, { id: randomUUID(), selection, action, label: null });
  return job.id;
}

async function ended(jobId: string) {
  await workshop.runToEnd();
  await show();
  const { rows } = await database.query<{ key: string; result: string; code: string | null }>(
    'select key, result, code from parley.job_item where job_id = $1 order by key',
    [jobId],
  );
  return Object.fromEntries(rows.map(({ key, result, code }) => [key, code ?? result]));
}

const where = (condition: ContactConditions['groups'][number]['conditions'][number]): ContactSelection => ({
  conditions: { match: 'all', groups: [{ match: 'all', conditions: [condition] }] },
});

describe('A change of many contacts', () => {
  beforeEach(() =>
    append(`user-${viewer.userId}`, 'UserAdded', {
      ...{ subject: viewer.userId, personal: { displayName: 'Mia', email: 'mia@example.org' } },
      role: 'manager',
    }),
  );

  it('changes the contacts that are selected when the job begins, and skips those that already have the change', async () => {
    const [ana, ben, cleo] = [await somebody('Ana Key'), await somebody('Ben Key'), await somebody('Cleo')];
    await say(ben, { type: 'Block' });
    const job = await changed({ type: 'block' }, where({ field: 'keyword', value: 'key' }));
    const late = await somebody('Late Key');
    expect(await ended(job)).toEqual({ [ana]: 'done', [ben]: 'already_so' });
    const { rows } = await database.query<{ id: string }>(
      'select id from contacts.contact where customer_id = $1 and is_blocked',
      [viewer.customerId],
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([ana, ben].sort());
    expect([cleo, late].some((id) => rows.some((row) => row.id === id))).toBe(false);
  });

  it('changes no contact of another organisation', async () => {
    const theirs = await somebody('Theirs');
    await show();
    viewer = { ...viewer, customerId: randomUUID() };
    expect(await ended(await changed({ type: 'block' }, { ids: [theirs], conditions: everybody }))).toEqual(
      {},
    );
  });

  it('records nothing twice when a step is repeated after a crash', async () => {
    const ana = await somebody('Ana');
    const job = await changed({ type: 'optIn' }, { ids: [ana], conditions: everybody });
    await expect(workshop.runner().turn(lost)).rejects.toThrow(LeaseLost);
    expect(await ended(job)).toEqual({ [ana]: 'done' });
    const types: string[] = [];
    for await (const { type } of store.readStream(`contact-${ana}`, viewer)) types.push(type);
    expect(types.filter((type) => type === 'ContactOptedIn')).toHaveLength(1);
  });
});

describe('Duplicate groups', () => {
  const found = async () => {
    await show();
    return (await duplicates.groups(viewer)).map(({ why, contacts }) => [
      why,
      ...contacts.map(({ id }) => id),
    ]);
  };

  it('duplicate groups contain contacts with the same phone, e-mail, reference or name, the surest reason first', async () => {
    const [ana, anna] = [
      await somebody('Ána Ruiz', { email: 'one@example.org' }),
      await somebody('ana ruiz', { phone: '+34600000001' }),
    ];
    const [ben, bennie] = [
      await somebody('Ben', { email: 'Ben@example.org' }),
      await somebody('Bennie', { email: 'ben@example.org' }),
    ];
    await somebody('Cleo');
    expect(await found()).toEqual([
      ['email', ben, bennie],
      ['name', ana, anna],
    ]);
  });

  it('duplicate groups leave out contacts that were marked as distinct and those of other organisations', async () => {
    const [ana, anna] = [await somebody('Ana'), await somebody('Ana')];
    expect(await found()).toEqual([['name', ana, anna]]);
    await say(anna, { type: 'Distinguish', otherId: ana });
    expect(await found()).toEqual([]);
    viewer = { ...viewer, customerId: randomUUID() };
    await somebody('Ana');
    expect(await found()).toEqual([]);
  });
});

describe('A custom attribute', () => {
  const matching = async (value: string | number, is: 'is' | 'atLeast', attributeId: string) => {
    await show();
    const selection = where({ field: 'attribute', attributeId, is, value });
    const { data } = await new ContactListQueries(database).page(viewer, selection, {
      ...{ page: 1, perPage: 50, sortBy: 'name' },
    });
    return data.map(({ name }) => name);
  };

  it('a custom attribute filters the list by its kind of value, and matches no contact once the attribute is deleted', async () => {
    const attributeId = randomUUID();
    await append(`contactAttribute-${attributeId}`, 'ContactAttributeCreated', {
      ...{ name: 'Seats', kind: 'number', choices: '' },
    });
    for (const [name, value] of [
      ['Ana', '9'],
      ['Ben', '10'],
    ] as const) {
      const contactId = await somebody(name);
      await say(contactId, { type: 'SetAttribute', contactId, attributeId, value });
    }
    expect(await matching(10, 'atLeast', attributeId)).toEqual(['Ben']);
    expect(await matching(9, 'is', attributeId)).toEqual(['Ana']);
    await append(`contactAttribute-${attributeId}`, 'ContactAttributeDeleted', {});
    expect(await matching(9, 'is', attributeId)).toEqual([]);
  });
});
