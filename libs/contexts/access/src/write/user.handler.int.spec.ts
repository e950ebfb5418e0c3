import { randomUUID } from 'node:crypto';
import { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { ProjectionRunner } from '@parley/event-sourcing/projection/projection-runner';
import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { SetAside1764620000000 } from '@parley/event-sourcing/projection/set-aside.migration';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { MasterKey } from '@parley/platform/security/master-key';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import type { Role } from '@parley/contracts/events';
import { customer } from '../domain/customer';
import { user } from '../domain/user';
import { accessView } from '../read/access.projector';
import { AccessQueries } from '../read/access.queries';
import { ToUser, UserHandler, type UserRequest } from './user.handler';

let database: TestDatabase;
let store: PostgresEventStore;
let views: PostgresViews;
let aggregates: Aggregates;
let claims: Claims;
let access: AccessQueries;
/** Each handler stands for a process; they share no memory. */
let handlers: UserHandler[];
const over = new AbortController();
let projecting: Promise<void>;

beforeAll(async () => {
  database = await testDatabase([
    EventLog1763700000100,
    Projection1763700000200,
    ViewTally1767500000000,
    ChangeCorrelation1764610000000,
    ChangeParent1765100000000,
    SetAside1764620000000,
  ]);
  store = await PostgresEventStore.open(database);
  views = new PostgresViews(database);
  aggregates = new Aggregates(store);
  claims = new Claims(aggregates, new MasterKey('a secret that is long enough for tests'));
  access = new AccessQueries(database);
  handlers = [1, 2].map(() => new UserHandler(aggregates, claims, access, views, new OneAtATime(database)));
  projecting = new ProjectionRunner(store, database, accessView, views).run(over.signal);
});
afterAll(async () => {
  over.abort();
  await projecting;
  await store.close();
  await database.drop();
});

let customerId: string;
let ingrid: string;
beforeEach(async () => {
  customerId = randomUUID();
  ingrid = await add('ingrid', 'admin');
});

const admin = () => ({ userId: ingrid, role: 'admin' as Role, customerId });

async function execute(id: string, command: UserRequest, { by = 0, in: organisation = customerId } = {}) {
  const context = requestedNow({ userId: ingrid, customerId: organisation });
  const done = await handlers[by]!.execute(new ToUser(id, command, context));
  if (done.position) await views.waitFor(accessView.name, done.position);
  return done;
}

async function add(name: string, role: Role): Promise<string> {
  const userId = randomUUID();
  const email = `${name}@example.org`;
  await execute(userId, { type: 'Add', userId, displayName: name, email, role });
  return userId;
}

function invite(email: string, options: Parameters<typeof execute>[2] = {}) {
  const userId = randomUUID();
  const command = { type: 'Invite', userId, displayName: 'Ana', email, role: 'user', by: admin() } as const;
  return execute(userId, command, options).then(() => userId);
}

const change = (id: string, changes: object, by = admin(), process = 0) =>
  execute(id, { type: 'Change', changes, by }, { by: process });
const remove = (id: string) =>
  execute(id, { type: 'Delete', reassignTo: { userId: null, teamId: null }, by: admin() });

async function limitTo(limitUsers: number) {
  const context = requestedNow(admin());
  const register = { type: 'Register', name: 'H', domain: 'h.example', storageName: 'h' } as const;
  await aggregates.execute(customer, 'customer', { id: customerId, command: register, context });
  const { position } = await aggregates.execute(customer, 'customer', {
    id: customerId,
    command: { type: 'ChangeSettings', settings: { limitUsers } },
    context: { ...context, commandId: randomUUID() },
  });
  await views.waitFor(accessView.name, position ?? '');
}

/** The codes of refusals, in the order of `work`; null for each success. */
async function codes(...work: Promise<unknown>[]): Promise<(string | null)[]> {
  const outcomes = await Promise.allSettled(work);
  return outcomes
    .map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : null))
    .sort();
}

describe('An e-mail address', () => {
  test('an address belongs to only one of several users who are invited with it at the same time', async () => {
    const outcome = await codes(
      invite('ana@example.org', { by: 0 }),
      invite('ANA@example.org', { by: 1 }),
      invite(' ana@example.org', { by: 1 }),
    );
    expect(outcome).toEqual([null, 'user_email_taken', 'user_email_taken'].sort());
    expect(await access.membersByEmail('ana@example.org')).toHaveLength(1);
  });

  test('an address can be used in another organisation as well', async () => {
    await invite('ana@example.org');
    const elsewhere = randomUUID();
    await expect(invite('ana@example.org', { in: elsewhere })).resolves.toBeDefined();
  });

  test('an address is free after its user changed it, and the new one is taken', async () => {
    const ana = await invite('ana@example.org');
    await change(ana, { email: 'ana.ruiz@example.org' });
    await expect(invite('ana.ruiz@example.org')).rejects.toMatchObject({ code: 'user_email_taken' });
    await invite('ana@example.org');
    await expect(change(ana, { email: 'ana@example.org' })).rejects.toMatchObject({
      code: 'user_email_taken',
    });
  });

  test('an address in capitals is the same address', async () => {
    const ana = await invite('ana@example.org');
    await expect(change(ana, { email: 'Ana@Example.org' })).resolves.toBeDefined();
    await expect(invite('ana@example.org')).rejects.toMatchObject({ code: 'user_email_taken' });
  });

  test('an address is free after its user was deleted', async () => {
    await remove(await invite('ana@example.org'));
    await expect(invite('ana@example.org')).resolves.toBeDefined();
  });

  test('an address is free if a process claimed it and died', async () => {
    const claimable = { kind: 'user-email', value: 'ana@example.org' } as const;
    claims.patienceMs = 100;
    await claims.claim(claimable, randomUUID(), requestedNow(admin()));
    await expect(invite('ana@example.org')).resolves.toBeDefined();
  });

  test('a refused invitation does not claim an address', async () => {
    const userId = randomUUID();
    const manager = { ...admin(), role: 'manager' as Role };
    const email = 'ana@example.org';
    const asked = { type: 'Invite', userId, displayName: 'Ana', email, role: 'admin', by: manager } as const;
    await expect(execute(userId, asked)).rejects.toMatchObject({ code: 'not_authorized' });
    expect(await claims.ownerOf({ kind: 'user-email', value: email }, customerId)).toBeNull();
  });
});

test('if two administrators deactivate each other at the same time, one of them stays active', async () => {
  const eva = await add('eva', 'admin');
  const asEva = { ...admin(), userId: eva };
  const outcome = await codes(
    change(eva, { active: false }, admin(), 0),
    change(ingrid, { active: false }, asEva, 1),
  );
  expect(outcome).toEqual([null, 'last_administrator'].sort());
});

describe('The limit of users', () => {
  test('the limit is not exceeded if two users are invited to the last seat at the same time', async () => {
    await limitTo(2);
    const outcome = await codes(invite('ana@example.org', { by: 0 }), invite('ben@example.org', { by: 1 }));
    expect(outcome).toEqual([null, 'user_limit_reached'].sort());
  });

  test('the limit counts neither deactivated nor deleted users, and reactivating a user needs a seat', async () => {
    const ben = await add('ben', 'user');
    await limitTo(2);
    await expect(invite('ana@example.org')).rejects.toMatchObject({ code: 'user_limit_reached' });
    await change(ben, { active: false });
    const ana = await invite('ana@example.org');
    await expect(change(ben, { active: true })).rejects.toMatchObject({ code: 'user_limit_reached' });
    await remove(ana);
    await expect(change(ben, { active: true })).resolves.toBeDefined();
  });

  test('the limit does not apply if it is -1', async () => {
    await limitTo(-1);
    await expect(invite('ana@example.org')).resolves.toBeDefined();
  });
});

test('a user of another organisation is not found', async () => {
  const ana = await invite('ana@example.org');
  const elsewhere = { in: randomUUID() };
  const asked: UserRequest[] = [
    { type: 'Change', changes: { displayName: 'X' }, by: admin() },
    { type: 'Delete', reassignTo: { userId: null, teamId: null }, by: admin() },
    { type: 'RenewInvitation', by: admin(), at: new Date().toISOString() },
    { type: 'AcceptInvitation' },
  ];
  for (const command of asked) {
    await expect(execute(ana, command, elsewhere)).rejects.toMatchObject({ code: 'not_found' });
  }
  const { state } = await aggregates.load(user, 'user', ana, customerId);
  expect(state.status).toBe('invited');
});
