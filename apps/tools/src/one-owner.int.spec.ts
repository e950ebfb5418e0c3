import { randomUUID } from 'node:crypto';
import { Session1763700006000 } from '@parley/access/http/sign-in/session.migration';
import { UserPresence1764640000000 } from '@parley/access/presence/user-presence.migration';
import { accessView } from '@parley/access/read/access.projector';
import { AccessQueries } from '@parley/access/read/access.queries';
import { registerOrganisation } from '@parley/access/write/register-organisation';
import { TeamHandler, ToTeam } from '@parley/access/write/team.handler';
import { ToUser, UserHandler } from '@parley/access/write/user.handler';
import { MarkHandler, ToMark } from '@parley/catalogue/write/item.handler';
import { ConnectChannel, ConnectChannelHandler } from '@parley/channels/write/channel.handler';
import type { ContactQueries } from '@parley/contacts/read/contacts.queries';
import { ChangeContact } from '@parley/contacts/write/change-contact';
import { ToContact } from '@parley/contacts/domain/contact';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import {
  ChangeCorrelation1764610000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { loadConfig } from '@parley/platform/config/config';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import type { ChannelConnection } from '@parley/channels/domain/channel';
import type { Secrets } from '@parley/platform/security/keys';
import { MasterKey } from '@parley/platform/security/master-key';
import { installView } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { runCreateOrganisation } from './create-organisation';

const PLACES = 64;
const masterKey = new MasterKey('a secret that is long enough for tests');

let database: TestDatabase;
let store: PostgresEventStore;
/** Two sets of engines that share no memory, like two processes. */
let processes: Process[];
let harbour: string;

beforeAll(async () => {
  database = await testDatabase([
    EventLog1763700000100,
    Projection1763700000200,
    ViewTally1767500000000,
    ChangeCorrelation1764610000000,
    Session1763700006000,
    UserPresence1764640000000,
  ]);
  await installView(database, accessView);
  store = await PostgresEventStore.open(database);
  processes = [processOn(store), processOn(store)];
});
beforeEach(() => {
  harbour = randomUUID();
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

type Process = ReturnType<typeof processOn>;

function processOn(log: EventStore) {
  const aggregates = new Aggregates(log);
  const claims = new Claims(aggregates, masterKey);
  // Shortened; a busy machine does not permit shorter times.
  claims.sayWithinMs = 2_000;
  claims.patienceMs = 3_000;
  const secrets = { put: () => Promise.resolve() } as unknown as Secrets;
  const views = new PostgresViews(database);
  const oneAtATime = new OneAtATime(database);
  const commands = busOf(
    aggregates,
    ToContact,
    new ConnectChannelHandler(secrets, claims),
    new MarkHandler(aggregates, claims, oneAtATime),
    new TeamHandler(aggregates, claims),
    new UserHandler(aggregates, claims, new AccessQueries(database), views, oneAtATime),
  );
  return {
    claims,
    commands,
    contacts: new ChangeContact(commands, aggregates, claims, {} as ContactQueries),
  };
}

const context = (customerId = harbour) => requestedNow({ userId: 'ingrid', customerId });

interface Case {
  /** Makes the nth of several concurrent claims, each for another owner. */
  take: (by: Process, n: number) => Promise<unknown>;
  /** Error code that all claimants but one get. */
  taken: string;
  /** Type of the event that the successful owner appends. */
  fact: string;
  prepare?: (n: number) => Promise<unknown>;
}

const id = (n: number) =>
  `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`.replace(/^.{8}/, harbour.slice(0, 8));

/** The account that all claimants of a test claim. */
let account: string;
beforeEach(() => {
  account = randomUUID();
});

const cases: Record<string, Case> = {
  'the domain of an organisation': {
    take: ({ claims }, n) =>
      register(claims, id(n), { domain: `d-${account}.example`, email: `${id(n)}@example.org` }),
    taken: 'domain_taken',
    fact: 'CustomerRegistered',
  },
  'the address of a first administrator': {
    take: ({ claims }, n) =>
      register(claims, id(n), { domain: `d-${id(n)}.example`, email: `${account}@example.org` }),
    taken: 'user_email_taken',
    fact: 'CustomerRegistered',
  },
  'the address of a user': {
    take: ({ commands }, n) => {
      const who = { userId: id(n), displayName: 'Ana', email: 'ana@example.org', role: 'user' } as const;
      return commands.execute(new ToUser(id(n), { type: 'Add', ...who }, context()));
    },
    taken: 'user_email_taken',
    fact: 'UserAdded',
  },
  'the name of a team': {
    take: ({ commands }, n) =>
      commands.execute(new ToTeam(id(n), { type: 'Create', name: 'Sales', colour: '#3b4fd8' }, context())),
    taken: 'team_name_taken',
    fact: 'TeamCreated',
  },
  'the name of a tag': {
    take: ({ commands }, n) => {
      const content = { name: 'Urgent', colour: '#3b4fd8' };
      return commands.execute(new ToMark('tag', id(n), { type: 'Create', content }, context()));
    },
    taken: 'tag_name_taken',
    fact: 'TagCreated',
  },
  'the address of a contact': {
    prepare: (n) => {
      const command = { type: 'Register', contactId: id(n), profile: { name: 'Ana' } } as const;
      return processes[0]!.commands.execute(new ToContact(id(n), command, context()));
    },
    take: ({ contacts }, n) =>
      contacts.change(id(n), { details: { phone: '+34612345678' }, metadata: [] }, context()),
    taken: 'contact_exists',
    fact: 'ContactDetailsChanged',
  },
  'an account among organisations': {
    take: ({ commands }, n) => commands.execute(connect(id(n), id(n + 1_000))),
    taken: 'channel_account_elsewhere',
    fact: 'ChannelConnected',
  },
  'an account in an organisation': {
    take: ({ commands }, n) => commands.execute(connect(id(n), harbour)),
    taken: 'channel_account_taken',
    fact: 'ChannelConnected',
  },
};

function register(claims: Claims, customerId: string, { domain, email }: { domain: string; email: string }) {
  const userId = randomUUID();
  const founder = { type: 'Add', userId, displayName: 'Ana', email, role: 'admin' } as const;
  const organisation = { name: 'Us', domain, storageName: customerId, founder };
  return registerOrganisation(claims, organisation, context(customerId));
}

function connect(channelId: string, customerId: string): ConnectChannel {
  const connection: Omit<ChannelConnection, 'secrets'> = {
    name: 'Us',
    platform: 'whatsapp',
    provider: 'whatsapp-cloud',
    customerCareWindowLength: 24,
    providerAccountId: account,
    businessAccountId: null,
    apiBaseUrl: null,
    readForAll: true,
    mandatoryAssign: false,
    teamIds: [],
    userIds: [],
  };
  return new ConnectChannel(channelId, connection, {}, context(customerId));
}

async function facts(type: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int as count from event_log.event where type = $1',
    [type],
  );
  return rows[0]!.count;
}

/** @returns the result of each claim: `ok` or the code of the refusal */
async function told(work: Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(work);
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled'
      ? 'ok'
      : ((outcome.reason as { code?: string }).code ?? String(outcome.reason)),
  );
}

const numbers = Array.from({ length: PLACES }, (_, n) => n);

describe.each(Object.entries(cases))('%s', (_, { prepare, take, taken, fact }) => {
  test('gives ownership to one of 64 concurrent claimants, and the error code to all others', async () => {
    for (const n of numbers) await prepare?.(n);
    const before = await facts(fact);
    const heard = await told(numbers.map((n) => take(processes[n % 2]!, n)));
    expect(heard.sort()).toEqual([...Array.from({ length: PLACES - 1 }, () => taken), 'ok'].sort());
    expect((await facts(fact)) - before).toBe(1);
  });

  test('the claimed value becomes free if a process dies before it appends the event', async () => {
    for (const n of [0, 1, 2]) await prepare?.(n);
    const before = await facts(fact);
    await expect(take(processOn(dyingBefore(fact)), 0)).rejects.toThrow('died');
    const heard = await told([1, 2].map((n) => take(processes[n % 2]!, n)));
    expect(heard.sort()).toEqual([taken, 'ok'].sort());
    expect((await facts(fact)) - before).toBe(1);
  });
});

/** A log whose process dies before an event of this type is appended. */
function dyingBefore(fact: string): EventStore {
  return new Proxy<EventStore>(store, {
    get(target, name: keyof EventStore) {
      if (name !== 'append') {
        const value: unknown = target[name];
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      const append: EventStore['append'] = (stream, events, options) =>
        events[0]?.type === fact ? Promise.reject(new Error('died')) : target.append(stream, events, options);
      return append;
    },
  });
}

test('creates one organisation if an operator creates 64 with the same domain concurrently', async () => {
  const before = await facts('CustomerRegistered');
  const engines = { config: loadConfig({}), database, store, masterKey };
  const create = async (n: number) => {
    const args = ['Us', `${account}.example`, `${id(n)}@example.org`, 'Ana'];
    for await (const line of runCreateOrganisation(engines, args)) expect(line).not.toBe('');
  };
  const outcomes = await Promise.allSettled(numbers.map(create));
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [(outcome.reason as Error).message] : [],
  );
  expect(refused).toHaveLength(PLACES - 1);
  expect(new Set(refused)).toEqual(new Set([`The domain ${account}.example is another organisation's.`]));
  expect((await facts('CustomerRegistered')) - before).toBe(1);
});
