import fc from 'fast-check';
import type {
  ChannelEvent,
  ContactEvent,
  ConversationEvent,
  CustomerEvent,
  TeamEvent,
  UserEvent,
} from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { contactVisibleTo } from '@parley/access-rules/viewer';
import type { Access } from '@parley/access-rules/viewer';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { runMigrations } from '@parley/platform/database/migrate';
import type { Principal } from '@parley/platform/http/principal';
import { History, id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { contactsView } from './contacts.projector';
import { ContactQueries } from './contacts.queries';

type Told = ContactEvent | ConversationEvent | ChannelEvent | UserEvent | TeamEvent | CustomerEvent;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await runMigrations(database.url, [Projection1763700000200, ViewTally1767500000000]);
});
afterAll(() => database.drop());

const contacts = ['ana', 'ben', 'cleo'];
const conversations = ['a', 'b', 'c', 'd'];
const agents = ['tom', 'lee', 'ada'];
const everybody = [...agents, 'mia', 'ingrid', 'nobody'];
const channels = ['whatsapp', 'web'];
const teams = ['sales', 'support'];

const step = fc.record({
  does: fc.constantFrom(
    ...(['start', 'start', 'start', 'assign', 'assign', 'unassign', 'delete', 'archive'] as const),
    ...(['close channel', 'force', 'force own', 'join', 'leave', 'dissolve', 'promote'] as const),
    ...(['block user', 'unblock user'] as const),
  ),
  conversation: fc.constantFrom(...conversations),
  contact: fc.constantFrom(...contacts),
  channel: fc.constantFrom(...channels),
  user: fc.option(fc.constantFrom(...agents)),
  team: fc.option(fc.constantFrom(...teams)),
  flag: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function historyOf(steps: Step[]): History<Told> {
  const history = new History<Told>();
  for (const word of contacts) {
    const data = { subject: id(word), personal: { name: word } };
    history.add(`contact-${id(word)}`, { type: 'ContactRegistered', data });
  }
  const roleOf = { mia: 'manager', ingrid: 'admin' } as const;
  for (const word of everybody.filter((one) => one !== 'nobody')) {
    const personal = { displayName: word, email: `${word}@example.test` };
    const role = roleOf[word as 'mia'] ?? 'user';
    history.add(`user-${id(word)}`, { type: 'UserAdded', data: { subject: id(word), personal, role } });
  }
  for (const word of teams) {
    history.add(`team-${id(word)}`, { type: 'TeamCreated', data: { name: word, colour: '#3b4fd8' } });
  }
  for (const word of channels) history.add(`channel-${id(word)}`, connected(word));
  for (const one of steps) for (const [stream, fact] of factsOf(one)) history.add(stream, fact);
  return history;
}

function connected(name: string): ChannelEvent {
  const account = { providerAccountId: null, businessAccountId: null, apiBaseUrl: null, secrets: [] };
  const settings = { customerCareWindowLength: 24, readForAll: true, mandatoryAssign: false };
  const open = { teamIds: [], userIds: [] };
  const data = { name, platform: 'test', provider: 'test', ...settings, ...open, ...account } as const;
  return { type: 'ChannelConnected', data: { ...data, teamIds: [], userIds: [], secrets: [] } };
}

function factsOf({ does, conversation, contact, channel, user, team, flag }: Step): [string, Told][] {
  const talk = `conversation-${id(conversation)}`;
  const ofUser = `user-${id(user ?? 'tom')}`;
  const ofTeam = `team-${id(team ?? 'sales')}`;
  const [userId, teamId] = [user && id(user), team && id(team)];
  const userIds = userId ? [userId] : [];
  const teamIds = teamId ? [teamId] : [];
  switch (does) {
    case 'start': {
      const ids = { contactId: id(contact), channelId: id(channel) };
      const data = { ...ids, readForAll: true, startedAt: '2026-05-01T00:00:00.000Z' };
      return [[talk, { type: 'ConversationStarted', data }]];
    }
    case 'assign':
      return [[talk, { type: 'ConversationAssigned', data: { userId, teamId } }]];
    case 'unassign':
      return [[talk, { type: 'ConversationUnassigned', data: {} }]];
    case 'delete':
      return [[talk, { type: 'ConversationDeleted', data: { seenUpTo: '9', afterDays: null } }]];
    case 'archive':
      return [[talk, { type: 'ConversationArchived', data: { seenUpTo: '9', afterHours: null } }]];
    case 'close channel':
      return [[`channel-${id(channel)}`, { type: 'ChannelMembersChanged', data: { teamIds, userIds } }]];
    case 'force': {
      const value = { enabled: flag, teamIds, includeUnassignedChats: user === null };
      const data = { name: 'forcedTeamFilter', value } as const;
      return [[`customer-${id('customer')}`, { type: 'CustomerSettingChanged', data }]];
    }
    case 'force own': {
      const data = { enforceTeamFilter: true, enforceUnassignedChats: flag };
      return [[ofUser, { type: 'UserTeamFilterForced', data }]];
    }
    case 'join':
      return [[ofTeam, { type: 'TeamMemberAdded', data: { userId: id(user ?? 'tom') } }]];
    case 'leave':
      return [[ofTeam, { type: 'TeamMemberRemoved', data: { userId: id(user ?? 'tom') } }]];
    case 'dissolve':
      return [[ofTeam, { type: 'TeamDeleted', data: {} }]];
    case 'promote':
      return [[ofUser, { type: 'UserRoleChanged', data: { role: flag ? 'manager' : 'user' } }]];
    case 'block user':
      return [[ofUser, { type: 'UserDeactivated', data: {} }]];
    case 'unblock user':
      return [[ofUser, { type: 'UserActivated', data: {} }]];
  }
}

/** Folds the conversations of each contact from the log, as simply as possible, for comparison with the view. */
function conversationsOf(history: History<Told>): Map<string, Access[]> {
  const there = new Map<string, Access & { contactId: string }>();
  for (const { stream, type, data } of history.events) {
    const known = there.get(stream);
    if (type === 'ConversationStarted' && !known) {
      const { contactId, channelId } = data;
      there.set(stream, { contactId, channelId, assignedUserId: null, assignedTeamId: null });
    }
    if (type === 'ConversationDeleted') there.delete(stream);
    if (!known) continue;
    if (type === 'ConversationAssigned') {
      there.set(stream, { ...known, assignedUserId: data.userId, assignedTeamId: data.teamId });
    }
    if (type === 'ConversationUnassigned')
      there.set(stream, { ...known, assignedUserId: null, assignedTeamId: null });
  }
  const all = [...there.values()];
  return new Map(contacts.map((word) => [word, all.filter(({ contactId }) => contactId === id(word))]));
}

async function fresh(): Promise<void> {
  await database.query('drop schema if exists contacts cascade');
  await installView(database, contactsView);
}

const steps = fc.array(step, { minLength: 5, maxLength: 40 });

test('for every viewer, SQL and memory agree on which contacts are visible for reading and for changing', async () => {
  const queries = new ContactQueries(database);
  const isSeen = (seeing: Promise<unknown>) =>
    seeing.then(
      () => true,
      (error: unknown) => {
        if (error instanceof NotFound) return false;
        throw error;
      },
    );
  const told = { seen: 0, hidden: 0 };
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (taken, batchSize) => {
      await fresh();
      const history = historyOf(taken);
      await project(database, contactsView, history.events, { batchSize });
      const accesses = conversationsOf(history);
      for (const user of everybody) {
        for (const hasContactsModule of [true, false]) {
          const principal = { customerId: id('customer'), userId: id(user), can: () => hasContactsModule };
          const { viewer } = await queries.viewerAt(principal as unknown as Principal);
          for (const contact of contacts) {
            const expected = contactVisibleTo(viewer, accesses.get(contact)!);
            expect(await isSeen(queries.find(viewer, id(contact)))).toBe(expected);
            expect(await isSeen(queries.requireVisible(viewer, id(contact)))).toBe(expected);
            told[expected ? 'seen' : 'hidden']++;
          }
        }
      }
    }),
    { numRuns: 12 },
  );
  expect(Math.min(told.seen, told.hidden)).toBeGreaterThan(20);
});

test('contacts are equally visible however events are split into batches', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 2, max: 9 }), async (taken, batchSize) => {
      const { events } = historyOf(taken);
      const results = [];
      for (const size of [1, batchSize, 1000]) {
        await fresh();
        await project(database, contactsView, events, { batchSize: size });
        results.push(await contentsOf(database, 'contacts'));
      }
      expect(results[1]).toEqual(results[0]);
      expect(results[2]).toEqual(results[0]);
    }),
    { numRuns: 10, interruptAfterTimeLimit: 45_000, markInterruptAsFailure: true },
  );
});
