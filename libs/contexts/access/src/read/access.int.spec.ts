import { randomUUID } from 'node:crypto';
import {
  defaultCustomerSettings,
  type CustomerEvent,
  type CustomerSettingChange,
  type IpWhitelistEvent,
  type RecordedEvent,
  type TeamEvent,
  type UserEvent,
} from '@parley/contracts/events';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { Session1763700006000 } from '../http/sign-in/session.migration';
import { UserPresence } from '../presence/user-presence';
import { UserPresence1764640000000 } from '../presence/user-presence.migration';
import { accessView } from './access.projector';
import { AccessQueries } from './access.queries';

type AccessEvent = CustomerEvent | IpWhitelistEvent | UserEvent | TeamEvent;

const harbour = randomUUID();
const bakery = randomUUID();
const [ana, bo, cleo, sales] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

let database: TestDatabase;
let access: AccessQueries;

beforeEach(async () => {
  database = await testDatabase([Session1763700006000, UserPresence1764640000000]);
  await database.query('create schema access');
  await inView((tx) => tx.query(accessView.ddl));
  access = new AccessQueries(database);
});
afterEach(() => database.drop());

function inView(work: Parameters<TestDatabase['transaction']>[0]) {
  return database.transaction(async (tx) => {
    await tx.query('set local search_path to access');
    return work(tx);
  });
}

async function project(...events: RecordedEvent[]) {
  await inView((tx) => accessView.project(events, tx));
}

function recorded(stream: string, customerId: string, event: AccessEvent): RecordedEvent {
  return {
    id: randomUUID(),
    stream,
    version: 0,
    position: '0',
    schemaVersion: 1,
    customerId,
    actor: { type: 'system', id: 'test' },
    correlationId: 'test',
    causationId: 'test',
    time: '2026-01-01T00:00:00.000Z',
    ...event,
  };
}

const registered = (id: string, name: string) =>
  recorded(`customer-${id}`, id, {
    type: 'CustomerRegistered',
    data: { name, domain: `${name}.example`, storageName: name },
  });
const added = (
  id: string,
  customerId: string,
  displayName: string,
  role: 'admin' | 'manager' | 'user' = 'user',
) =>
  recorded(`user-${id}`, customerId, {
    type: 'UserAdded',
    data: { subject: id, personal: { displayName, email: `${displayName}@example.org` }, role },
  });
const created = recorded(`team-${sales}`, harbour, {
  type: 'TeamCreated',
  data: { name: 'Sales', colour: 'teal' },
});
const joined = (userId: string) =>
  recorded(`team-${sales}`, harbour, { type: 'TeamMemberAdded', data: { userId } });
const left = (userId: string) =>
  recorded(`team-${sales}`, harbour, { type: 'TeamMemberRemoved', data: { userId } });
const set = (name: 'language' | 'timeNotation', value: string) =>
  recorded(`user-${ana}`, harbour, { type: 'UserSettingChanged', data: { name, value } });

const said = (status: 'available' | 'away') =>
  recorded(`user-${ana}`, harbour, { type: 'UserStatusChanged', data: { status } });

const history = [
  registered(harbour, 'harbour'),
  registered(bakery, 'bakery'),
  added(bo, harbour, 'Bo', 'manager'),
  added(ana, harbour, 'Ana'),
  added(cleo, bakery, 'Cleo', 'admin'),
  created,
  joined(ana),
  joined(bo),
  left(ana),
  left(bo),
  joined(ana),
  set('language', 'es'),
  set('language', 'nl'),
  set('timeNotation', '12'),
  said('available'),
];

const anaPerson = {
  id: ana,
  displayName: 'Ana',
  email: 'Ana@example.org',
  role: 'user',
  status: 'offline',
};
const asAdded = {
  state: 'active',
  active: true,
  lastLogin: null,
  invitation: null,
  invitationFailure: null,
  enforceTeamFilter: false,
  enforceUnassignedChats: false,
};
const anaResponse = { ...anaPerson, ...asAdded };
const boPerson = { id: bo, displayName: 'Bo', email: 'Bo@example.org', role: 'manager', status: 'offline' };
const boResponse = { ...boPerson, ...asAdded };

test('lists the users and teams of one organisation, by name', async () => {
  await project(...history);
  expect(await access.users(harbour)).toEqual([anaResponse, boResponse]);
  expect(await access.teams(harbour)).toEqual([
    {
      id: sales,
      name: 'Sales',
      colour: 'teal',
      email: null,
      sendNotification: false,
      teamUsers: [{ userId: ana }],
    },
  ]);
  expect(await access.teams(bakery)).toEqual([]);
});

test('a team has the latest details, and a deleted team is not found', async () => {
  const details = { name: 'Vendors', colour: '#0f7b6c', email: 'sales@example.org', sendNotification: true };
  await project(
    ...history,
    recorded(`team-${sales}`, harbour, { type: 'TeamDetailsChanged', data: details }),
  );
  expect(await access.team(harbour, sales)).toEqual({
    id: sales,
    ...details,
    teamUsers: [{ userId: ana }],
  });

  await project(recorded(`team-${sales}`, harbour, { type: 'TeamDeleted', data: {} }));
  expect(await access.teams(harbour)).toEqual([]);
  await expect(access.team(harbour, sales)).rejects.toThrow('not_found');
  expect((await access.profile(harbour, ana)).user.teamIds).toEqual([]);
});

test('finds no user or team of another organisation', async () => {
  await project(...history);
  expect(await access.user(harbour, bo)).toEqual(boResponse);
  await expect(access.user(bakery, bo)).rejects.toThrow('not_found');
  await expect(access.team(bakery, sales)).rejects.toThrow('not_found');
  await expect(access.profile(bakery, ana)).rejects.toThrow('not_found');
  expect(await access.memberById(bakery, ana)).toBeNull();
  expect(await access.memberByEmail(bakery, 'ana@example.org')).toBeNull();
});

test('an organisation has the settings that were set last, and defaults for all others', async () => {
  const setting = (customerId: string, data: CustomerSettingChange) =>
    recorded(`customer-${customerId}`, customerId, { type: 'CustomerSettingChanged', data });
  await project(
    ...history,
    setting(harbour, { name: 'limitUsers', value: 3 }),
    setting(harbour, { name: 'limitUsers', value: 5 }),
    setting(harbour, { name: 'expandedTeamFilter', value: true }),
    setting(harbour, { name: 'openAiApiKey', value: { secret: 's', lastFour: 'a1b2' } }),
  );
  await project(setting(harbour, { name: 'openAiApiKey', value: null }));
  expect(await access.customerSettings(harbour)).toEqual({
    ...defaultCustomerSettings,
    limitUsers: 5,
    expandedTeamFilter: true,
  });
  expect(await access.customerSettings(bakery)).toEqual(defaultCustomerSettings);
});

test('the whitelist of an organisation contains its entries until they are removed or cleared', async () => {
  const [office, home, other] = [randomUUID(), randomUUID(), randomUUID()];
  const entry = (customerId: string, type: 'Added' | 'Changed', entryId: string, address: string) =>
    recorded(`ipWhitelist-${customerId}`, customerId, {
      type: `IpWhitelistEntry${type}`,
      data: { entryId, name: 'Somewhere', address },
    });
  const removed = (entryId: string) =>
    recorded(`ipWhitelist-${harbour}`, harbour, { type: 'IpWhitelistEntryRemoved', data: { entryId } });
  const cleared = recorded(`ipWhitelist-${harbour}`, harbour, { type: 'IpWhitelistCleared', data: {} });
  const addresses = async (customerId: string) =>
    (await access.ipWhitelist(customerId)).map(({ address }) => address);

  await project(
    entry(harbour, 'Added', office, '192.0.2.1'),
    entry(harbour, 'Added', home, '2001:db8::1'),
    entry(bakery, 'Added', other, '198.51.100.1'),
    entry(harbour, 'Changed', office, '192.0.2.*'),
    removed(home),
  );
  expect(await addresses(harbour)).toEqual(['192.0.2.*']);
  const again = randomUUID();
  await project(
    entry(harbour, 'Added', home, '2001:db8::1'),
    cleared,
    entry(harbour, 'Added', again, '192.0.2.2'),
  );
  expect(await addresses(harbour)).toEqual(['192.0.2.2']);
  await project(removed(again));
  expect(await addresses(harbour)).toEqual([]);
  expect(await addresses(bakery)).toEqual(['198.51.100.1']);
});

test('returns the profile of a user with teams and the latest settings', async () => {
  await project(...history);
  expect(await access.profile(harbour, ana)).toEqual({
    user: {
      ...anaPerson,
      teamIds: [sales],
      settings: [
        { name: 'language', value: 'nl' },
        { name: 'timeNotation', value: '12' },
      ],
    },
    customer: { id: harbour, name: 'harbour', storageName: 'harbour' },
  });
});

test('a user has the chosen status while they have a session, and is offline afterwards', async () => {
  await project(...history, said('available'), said('away'));
  expect(await access.user(harbour, ana)).toMatchObject({ status: 'offline' });
  await database.query(
    `insert into parley.session (id_hash, customer_id, user_id, sealed_tokens, token_expires_at, expires_at)
     values ('1', $1, $2, '', now(), now() + interval '1 hour'), ('2', $1, $3, '', now(), now())`,
    [harbour, ana, bo],
  );
  await new UserPresence(database).note([ana, bo, ana]);
  expect(await access.user(harbour, ana)).toMatchObject({ status: 'away' });
  expect((await access.profile(harbour, ana)).user).toMatchObject({ status: 'away' });
  expect((await access.users(harbour)).map(({ status }) => status)).toEqual(['away', 'offline']);
  await database.query('update parley.session set expires_at = now()');
  expect(await access.user(harbour, ana)).toMatchObject({ status: 'offline' });
});

test('colleagues see a user as offline within two minutes after the last window closed', async () => {
  await project(...history, said('available'));
  await database.query(
    `insert into parley.session (id_hash, customer_id, user_id, sealed_tokens, token_expires_at, expires_at)
     values ('1', $1, $2, '', now(), now() + interval '1 hour')`,
    [harbour, ana],
  );
  const shownAfter = async (seconds: number) => {
    await new UserPresence(database).note([ana]);
    await database.query(`update parley.user_presence set seen_at = seen_at - make_interval(secs => $1)`, [
      seconds,
    ]);
    return (await access.user(harbour, ana)).status;
  };
  expect(await shownAfter(50)).toBe('available');
  expect(await shownAfter(70)).toBe('offline');
  // The user's own profile contains the status that they chose.
  expect((await access.profile(harbour, ana)).user).toMatchObject({ status: 'available' });
});

test('returns the latest signature, only within the user’s organisation', async () => {
  const signed = (html: string | null) =>
    recorded(`user-${ana}`, harbour, {
      type: 'UserSignatureChanged',
      data: { subject: ana, personal: html === null ? null : { html } },
    });
  await project(...history);
  expect(await access.signature(harbour, ana)).toBe('');
  await project(signed('<p>A</p>'), signed('<p>Ana</p>'));
  expect(await access.signature(harbour, ana)).toBe('<p>Ana</p>');
  expect(await access.signature(bakery, ana)).toBe('');
  await project(signed(null));
  expect(await access.signature(harbour, ana)).toBe('');
});

test('returns the signature for a mailbox, or else the general one', async () => {
  const [repairs, sales] = [randomUUID(), randomUUID()];
  const signed = (html: string | null, channelId: string) =>
    recorded(`user-${ana}`, harbour, {
      type: 'UserChannelSignatureChanged',
      data: { subject: ana, personal: html === null ? null : { html }, channelId },
    });
  const general = recorded(`user-${ana}`, harbour, {
    type: 'UserSignatureChanged',
    data: { subject: ana, personal: { html: '<p>Ana</p>' } },
  });
  await project(...history);
  expect(await access.signatureFor(harbour, ana, repairs)).toEqual({ html: '', isOfChannel: false });
  await project(general, signed('<p>Repairs</p>', repairs), signed('<p>Sales</p>', sales));
  expect(await access.signatureFor(harbour, ana, repairs)).toEqual({
    html: '<p>Repairs</p>',
    isOfChannel: true,
  });
  expect(await access.signature(harbour, ana)).toBe('<p>Ana</p>');
  expect(await access.signatureFor(bakery, ana, repairs)).toEqual({ html: '', isOfChannel: false });
  await project(signed('', repairs), signed(null, sales));
  for (const channel of [repairs, sales])
    expect(await access.signatureFor(harbour, ana, channel)).toEqual({
      html: '<p>Ana</p>',
      isOfChannel: false,
    });
});

test('finds a member by address in any case, and none if two organisations have the address', async () => {
  await project(...history);
  const member = {
    userId: ana,
    customerId: harbour,
    role: 'user',
    state: 'active',
    contactsModuleForAgentsEnabled: false,
  };
  expect(await access.memberByEmail(harbour, 'ANA@example.org')).toEqual(member);
  expect(await access.onlyMemberByEmail('ana@EXAMPLE.org')).toEqual(member);
  expect(await access.onlyMemberByEmail('nobody@example.org')).toBeNull();
  await project(added(randomUUID(), bakery, 'Ana'));
  expect(await access.onlyMemberByEmail('ana@example.org')).toBeNull();
});

test('an erased user has neither name nor address, and is still a member', async () => {
  const gone = recorded(`user-${ana}`, harbour, {
    type: 'UserAdded',
    data: { subject: ana, personal: null, role: 'user' },
  });
  await project(registered(harbour, 'harbour'), gone);
  expect(await access.user(harbour, ana)).toEqual({ ...anaResponse, displayName: '', email: '' });
  expect(await access.onlyMemberByEmail('')).toBeNull();
});

describe('The row of a user from invitation to deletion', () => {
  const dora = randomUUID();
  const about = (event: UserEvent) => recorded(`user-${dora}`, harbour, event);
  const details = { displayName: 'Dora', email: 'dora@example.org' };
  const invited = about({ type: 'UserInvited', data: { subject: dora, personal: details, role: 'user' } });
  const life = [
    invited,
    about({ type: 'InvitationFailed', data: { reason: 'unreachable' } }),
    about({ type: 'InvitationRenewed', data: { at: null } }),
    about({ type: 'InvitationSent', data: {} }),
    about({ type: 'InvitationAccepted', data: {} }),
    about({ type: 'UserActivated', data: {} }),
    about({ type: 'UserSignedIn', data: { subject: dora, personal: { identityProviderId: 'x' } } }),
    about({ type: 'UserRoleChanged', data: { role: 'manager' } }),
    about({ type: 'UserTeamFilterForced', data: { enforceTeamFilter: true, enforceUnassignedChats: true } }),
    about({ type: 'UserDeactivated', data: {} }),
  ];
  const left = about({ type: 'UserDeleted', data: { reassignTo: { userId: null, teamId: null } } });

  test('a row shows the invitation, the role and the state of a user', async () => {
    await project(invited);
    expect(await access.user(harbour, dora)).toMatchObject({ state: 'invited', invitation: 'pending' });
    await project(life[1]!);
    expect(await access.user(harbour, dora)).toMatchObject({
      invitation: 'failed',
      invitationFailure: 'unreachable',
    });
    await project(...life.slice(2));
    expect(await access.user(harbour, dora)).toEqual({
      id: dora,
      ...details,
      role: 'manager',
      status: 'offline',
      state: 'deactivated',
      active: false,
      lastLogin: new Date('2026-01-01T00:00:00.000Z'),
      invitation: 'sent',
      invitationFailure: null,
      enforceTeamFilter: true,
      enforceUnassignedChats: true,
    });
  });

  test('a row keeps the name of a deleted user, who is neither a member nor in a team', async () => {
    await project(...history, ...life, joined(dora), left);
    expect(await access.user(harbour, dora)).toMatchObject({ displayName: 'Dora', state: 'deleted' });
    expect(await access.memberById(harbour, dora)).toBeNull();
    expect(await access.membersByEmail('dora@example.org')).toEqual([]);
    expect((await access.team(harbour, sales)).teamUsers).toEqual([{ userId: ana }]);
    await expect(access.profile(harbour, dora)).rejects.toThrow('not_found');
  });

  test('seats include active and invited users', async () => {
    await project(...history, ...life);
    expect(await access.seatsTaken(harbour)).toBe(2);
    await project(about({ type: 'UserActivated', data: {} }));
    expect(await access.seatsTaken(harbour)).toBe(3);
    await project(left);
    expect(await access.seatsTaken(harbour)).toBe(2);
  });

  test('only active administrators count as other administrators', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await project(added(first, harbour, 'Eva', 'admin'), added(second, harbour, 'Finn', 'admin'));
    expect(await access.hasOtherAdministrator(harbour, first)).toBe(true);
    await project(recorded(`user-${second}`, harbour, { type: 'UserDeactivated', data: {} }));
    expect(await access.hasOtherAdministrator(harbour, first)).toBe(false);
    expect(await access.hasOtherAdministrator(bakery, first)).toBe(false);
  });

  test('an open invitation in another organisation does not hide the member with the same address', async () => {
    const ana2 = randomUUID();
    await project(...history);
    await project(
      recorded(`user-${ana2}`, bakery, {
        type: 'UserInvited',
        data: { subject: ana2, personal: { displayName: 'Ana', email: 'ana@example.org' }, role: 'user' },
      }),
    );
    expect(await access.onlyMemberByEmail('ana@example.org')).toMatchObject({ userId: ana });
  });

  test('a user is found by name, by address and by id', async () => {
    await project(...history, ...life);
    const named = async (filter: Parameters<AccessQueries['users']>[1]) =>
      (await access.users(harbour, filter)).map(({ displayName }) => displayName);
    expect(await named({ search: 'ORA@exa' })).toEqual(['Dora']);
    expect(await named({ search: 'a' })).toEqual(['Ana', 'Bo', 'Dora']);
    expect(await named({ search: '%' })).toEqual([]);
    expect(await named({ ids: [ana, cleo] })).toEqual(['Ana']);
  });

  test('a row is the same if the events are folded one by one or all together', async () => {
    await project(...life);
    const atOnce = await rows();
    await database.query('truncate access.user_account');
    for (const event of life) await project(event);
    expect(await rows()).toEqual(atOnce);
  });
});

test('the view is the same if the events are folded all together, one by one, or twice', async () => {
  await project(...history);
  const atOnce = await rows();
  await project(...history);
  expect(await rows()).toEqual(atOnce);
  await database.query(
    'truncate access.customer, access.user_account, access.user_setting, access.user_status, access.team, access.team_member',
  );
  for (const event of history) await project(event);
  expect(await rows()).toEqual(atOnce);
  expect(atOnce.map((table) => table.length)).toEqual([2, 3, 2, 1, 1, 1]);
});

/** The rows of every table of the view, sorted. */
async function rows(): Promise<string[][]> {
  const tables = ['customer', 'user_account', 'user_setting', 'user_status', 'team', 'team_member'];
  return Promise.all(
    tables.map(async (table) => {
      const result = await database.query<{ row: string }>(
        `select t::text as row from access.${table} t order by 1`,
      );
      return result.rows.map(({ row }) => row);
    }),
  );
}
