import { randomUUID } from 'node:crypto';
import { UserPresence } from '@parley/access/presence/user-presence';
import { idOf, type RecordedEvent, type RouteSharing } from '@parley/contracts/events';
import { CompiledRoutes } from '@parley/contracts/routing/judge';
import { compileLinear } from '@parley/contracts/routing/linear-patterns';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import { ToRota } from '@parley/routing/domain/rota';
import { Proof } from '@parley/testing/proof/proof';
import { eventually } from '@parley/testing/waiting/eventually';
import { content, RoutingOffice, says, type Talk } from '../routing-testing';
import { Rotas, type AskedClaim } from './rotas';
import { Sharing } from './sharing';
import { TeamQueries } from './team-queries';

jest.setTimeout(120_000);

const WORKERS = 8;
const proof = new Proof('sharing', { unit: 'conversations', small: 90, full: 30_000 });

let routing: RoutingOffice;
const sharing: RouteSharing = {
  ...{ by: 'fewest', cap: null, onlyAvailable: false, lastAgentFirst: false, reassignsOffline: false },
};

beforeAll(async () => {
  routing = await RoutingOffice.open();
});
afterAll(() => routing?.office.stop());

/** A new team with new agents. */
async function team(size: number): Promise<{ teamId: string; agents: string[] }> {
  const { office } = routing;
  const teamId = randomUUID();
  await office.says(`team-${teamId}`, { type: 'TeamCreated', data: { name: teamId, colour: '#3b4fd8' } });
  const agents: string[] = [];
  for (let index = 0; index < size; index++) {
    const userId = randomUUID();
    agents.push(userId);
    const personal = { displayName: `Agent ${index}`, email: `${userId}@example.org` };
    await office.says(`user-${userId}`, {
      type: 'UserAdded',
      data: { subject: userId, personal, role: 'user' },
    });
    await office.says(`team-${teamId}`, { type: 'TeamMemberAdded', data: { userId } });
  }
  await office.settle();
  return { teamId, agents };
}

async function status(userId: string, as: 'available' | 'away' | 'offline'): Promise<void> {
  await routing.office.says(`user-${userId}`, { type: 'UserStatusChanged', data: { status: as } });
  await routing.office.settle();
}

const assigneeOf = async (talk: Talk) => (await talk.state()).assignee;

/** Waits until the conversation has this assignee. */
async function assigned(talk: Talk, userId: string | null): Promise<void> {
  await eventually(`the assignee is ${userId}`, async () => {
    await routing.office.settle();
    return (await assigneeOf(talk)).userId === userId;
  });
}

test(
  'eight workers that claim concurrently assign equal numbers of conversations to three agents, by turn and by fewest',
  async () => {
    const { office } = routing;
    const { store } = office.worker.engines;
    const queries = office.get(TeamQueries);
    for (const [by, count] of [['turn', proof.count / 5] as const, ['fewest', proof.count] as const]) {
      const { teamId, agents } = await team(3);
      // Each worker has its own caches, as in a process of its own.
      const workers = Array.from({ length: WORKERS }, () => {
        const aggregates = new Aggregates(store);
        return new Rotas(aggregates, queries, busOf(aggregates, ToRota));
      });
      const given = new Map<string | null, number>();
      const waiting = Array.from({ length: count }, () => randomUUID()).values();
      const work = async (rotas: Rotas) => {
        for (const conversationId of waiting) {
          const asked: AskedClaim = {
            ...{ claim: randomUUID(), conversationId, sharing: { ...sharing, by }, lastUserId: null },
            ...{ now: new Date().toISOString(), isWaiting: false },
          };
          const { userId } = (await rotas.claim(teamId, asked, office.context()))!;
          given.set(userId, (given.get(userId) ?? 0) + 1);
        }
      };
      await Promise.all(workers.map(work));
      expect(Object.fromEntries(given)).toEqual(
        Object.fromEntries(agents.map((userId) => [userId, count / agents.length])),
      );
    }
    proof.report(proof.count, { workers: WORKERS, agents: 3 });
  },
  proof.timeout(120, 3_600),
);

test('a claim uses the team’s stream that another process has begun, and does not begin a second one', async () => {
  const { office } = routing;
  const { teamId } = await team(2);
  const aggregates = new Aggregates(office.worker.engines.store);
  const bus = busOf(aggregates, ToRota);
  const rotas = new Rotas(aggregates, office.get(TeamQueries), bus);
  const claim = () =>
    rotas.claim(
      teamId,
      {
        ...{ claim: randomUUID(), conversationId: randomUUID(), sharing, lastUserId: null },
        ...{ now: new Date().toISOString(), isWaiting: false },
      },
      office.context(),
    );
  await claim();
  jest.spyOn(bus, 'execute').mockRejectedValueOnce(new Rejected('rota_full'));
  await claim();
  await office.settle();
  const { rows } = await office.worker.database.query(
    'select number from routing.rota where customer_id = $1 and team_id = $2',
    [office.customerId, teamId],
  );
  expect(rows).toEqual([{ number: 0 }]);
});

test('assigns up to the cap; further conversations wait, and the oldest of them is assigned once an agent has room', async () => {
  const { teamId, agents } = await team(2);
  const id = await routing.create('Shared', says('shared'), { teamId, sharing: { ...sharing, cap: 1 } });
  const talks: Talk[] = [];
  for (let index = 0; index < 4; index++) {
    const talk = await routing.person('shared');
    await talk.judged();
    talks.push(talk);
  }
  const [first, second, third, fourth] = talks as [Talk, Talk, Talk, Talk];
  const holders = [(await assigneeOf(first)).userId, (await assigneeOf(second)).userId];
  expect([...holders].sort()).toEqual([...agents].sort());
  expect(await assigneeOf(third)).toEqual({ userId: null, teamId });
  const [decision] = await third.judged();
  expect(decision).toMatchObject({
    left: [{ routeId: id, what: 'agent', reason: 'nobody_available' }],
    shared: { userId: null, cap: 1 },
  });
  expect((await first.judged())[0]).toMatchObject({
    done: [{ what: 'team' }, { what: 'agent', id: holders[0] }],
    shared: { by: 'fewest', open: 0, cap: 1 },
  });

  // The conversation of a contact who writes again stays with its agent.
  await first.writes('shared, again');
  await first.judged();
  expect((await assigneeOf(first)).userId).toBe(holders[0]);

  await routing.does(second.chatId, { type: 'Archive', seenUpTo: '9'.repeat(20) });
  await assigned(third, holders[1]!);
  expect(await assigneeOf(third)).toEqual({ userId: holders[1], teamId });
  expect(await assigneeOf(fourth)).toEqual({ userId: null, teamId });
  await routing.office.settle();
  expect((await third.judged())[0]).toMatchObject({ later: [{ cause: 'room', userId: holders[1], cap: 1 }] });

  // A manual assignment removes the conversation from the queue.
  const to = { userId: routing.office.me.userId, teamId: null };
  await routing.does(fourth.chatId, { type: 'Assign', to, expected: { userId: null, teamId } });
  await routing.does(first.chatId, { type: 'Archive', seenUpTo: '9'.repeat(20) });
  const next = await routing.person('shared');
  await next.judged();
  await assigned(next, holders[0]!);
  expect(await assigneeOf(fourth)).toEqual(to);
  await routing.forgetRules();
});

test('assigns only to available agents, and reassigns conversations of an agent who goes offline', async () => {
  const { teamId, agents } = await team(2);
  const [eva, bo] = agents as [string, string];
  const presence = new UserPresence(routing.office.get(Database));
  await routing.create('Available', says('now'), {
    ...{ teamId, sharing: { ...sharing, onlyAvailable: true, reassignsOffline: true } },
  });
  const talk = await routing.person('now');
  await talk.judged();
  expect(await assigneeOf(talk)).toEqual({ userId: null, teamId });

  await presence.note([eva]);
  await status(eva, 'available');
  await assigned(talk, eva);

  await presence.note([bo]);
  await status(bo, 'available');
  await status(eva, 'offline');
  await assigned(talk, bo);
  expect((await talk.judged())[0]!.later).toMatchObject([
    { cause: 'room', userId: eva },
    { cause: 'offline', userId: null },
    { cause: 'room', userId: bo },
  ]);
  await routing.forgetRules();
});

test('does not assign to an offline agent whose conversations are reassigned, even if the rule does not require availability', async () => {
  const { teamId, agents } = await team(1);
  const [eva] = agents as [string];
  await routing.create('Anybody', says('any'), {
    ...{ teamId, sharing: { ...sharing, lastAgentFirst: true, reassignsOffline: true } },
  });
  await status(eva, 'offline');
  const talk = await routing.person('any');
  await talk.judged();
  expect(await assigneeOf(talk)).toEqual({ userId: null, teamId });
  await status(eva, 'away');
  await assigned(talk, eva);
  await status(eva, 'offline');
  await assigned(talk, null);
  expect((await talk.judged())[0]!.later).toMatchObject([
    { cause: 'room', userId: eva },
    { cause: 'offline', userId: null },
  ]);
  await routing.forgetRules();
});

test('a claim that is repeated after a crash before its decision was recorded chooses the same agent, and assigns once', async () => {
  const { office, customerId } = routing;
  const { teamId, agents } = await team(3);
  const talk = await routing.person('nobody asks about this one');
  const { store } = office.worker.engines;
  const message = await receivedIn(talk);
  const [routeId, messageId] = [randomUUID(), idOf(message.stream)];
  const rule = content('Shared', says('this'), { teamId, sharing: { ...sharing, by: 'turn' } });
  const routes = new CompiledRoutes([{ id: routeId, version: 1, content: rule }], compileLinear);
  const decision = {
    ...{ messageId, position: message.position, checked: 1, missed: [], left: [] },
    matched: [{ routeId, version: 1, conditions: [], hits: [] }],
    done: [{ routeId, what: 'team', id: teamId } as const],
  };
  const asked = { conversationId: talk.chatId, decision, said: undefined };
  const once = () => office.get(Sharing).decide(message, asked, routes);
  const decided = await Promise.all(Array.from({ length: 5 }, once));
  expect(new Set(decided.map(({ shared }) => shared?.userId)).size).toBe(1);
  const [one] = decided;
  for (const _ of [1, 2]) await routing.does(talk.chatId, { type: 'Route', decision: one! });
  const facts: string[] = [];
  for await (const { type } of store.readStream(`conversation-${talk.chatId}`, { customerId }))
    facts.push(type);
  expect(facts).toEqual(['ConversationStarted', 'ConversationRouted', 'ConversationAssigned']);
  expect(agents).toContain((await assigneeOf(talk)).userId);
  // No further claim is made after the decision was recorded.
  expect((await once()).shared).toBeNull();
});

/** The event of the contact's first message. */
async function receivedIn(talk: Talk): Promise<RecordedEvent> {
  const { office, customerId } = routing;
  await office.settle();
  const { rows } = await office
    .get(Database)
    .query<{ id: string }>(
      `select id from transcript.entry where conversation_id = $1 and direction = 'in'`,
      [talk.chatId],
    );
  for await (const event of office.worker.engines.store.readStream(`message-${rows[0]!.id}`, { customerId }))
    return event;
  throw new Error('There is no such message.');
}
