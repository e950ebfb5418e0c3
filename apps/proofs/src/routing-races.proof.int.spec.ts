import { randomUUID } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import type { RouteDeed, RoutingDecision } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { requestedBy } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { Proof } from '@parley/testing/proof/proof';
import {
  type Assignee,
  conversation,
  type ConversationCommand,
  ToConversation,
} from '@parley/conversations/domain/conversation';

const proof = new Proof('races', { unit: 'rounds', small: 20, full: 500 });

const [customerId, routeId, tom] = [randomUUID(), randomUUID(), randomUUID()];
const [sales, support, eva] = [randomUUID(), randomUUID(), randomUUID()];
const nobody: Assignee = { userId: null, teamId: null };

let database: TestDatabase;
/** Two processes: rules run in the first, agents in the second. */
let stores: PostgresEventStore[];
let processes: { aggregates: Aggregates; handler: CommandBus }[];

beforeAll(async () => {
  database = await testDatabase([EventLog1763700000100]);
  stores = [await PostgresEventStore.open(database), await PostgresEventStore.open(database)];
  processes = stores.map((store) => {
    const aggregates = new Aggregates(store);
    return { aggregates, handler: busOf(aggregates, ToConversation) };
  });
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await database.drop();
});

async function execute(process: number, id: string, command: ConversationCommand): Promise<void> {
  const at = { commandId: randomUUID(), now: new Date().toISOString() };
  const context = requestedBy({ customerId, userId: tom }, at);
  await processes[process]!.handler.execute(new ToConversation(id, command, context));
}

const stateOf = async (process: number, id: string) =>
  (await processes[process]!.aggregates.load(conversation, 'conversation', id, customerId)).state;

/**
 * A decision of a rule.
 * @param number 1 for a rule that assigns a team, 2 for one that assigns an agent of another team
 */
function decision(number: number): RoutingDecision {
  const claim = randomUUID();
  const deed = (what: RouteDeed['what'], id: string): RouteDeed => ({ routeId, what, id });
  const shared = { claim, routeId, version: 1, teamId: support, userId: eva, by: 'turn', open: 0, cap: null };
  return {
    ...{ messageId: claim, position: String(number).padStart(20, '0'), checked: 1 },
    matched: [{ routeId, version: 1, conditions: ['channel'], hits: [] }],
    ...{ missed: [], left: [] },
    ...(number === 1
      ? { done: [deed('team', sales)], shared: null }
      : { done: [deed('team', support), deed('agent', eva)], shared: { ...shared, by: 'turn' } }),
  };
}

/**
 * Assigns the conversation to an agent in place of `expected`, the assignee on the agent's screen; retries if the
 * assignee has changed.
 */
async function take(id: string, expected: Assignee): Promise<void> {
  const to = { userId: tom, teamId: null };
  for (let seen = expected; ;) {
    try {
      return await execute(1, id, { type: 'Assign', to, expected: seen });
    } catch (error) {
      if (!(error instanceof Rejected) || error.code !== 'assignment_changed') throw error;
      seen = (await stateOf(1, id)).assignee;
    }
  }
}

test(
  'if an agent and two rules assign concurrently, the conversation ends up with the agent, and each message has one decision',
  async () => {
    let overtaken = 0;
    for (let round = 0; round < proof.count; round++) {
      const id = randomUUID();
      const [contactId, channelId] = [randomUUID(), randomUUID()];
      const startedAt = '2026-05-01T10:00:00.000Z';
      await execute(0, id, { type: 'Start', contactId, channelId, readForAll: true, startedAt });
      const rules = async () => {
        for (const number of [1, 2]) await execute(0, id, { type: 'Route', decision: decision(number) });
      };
      // At random, the agent acts before, between or after the rules, and their screen shows an old or the current
      // assignee.
      if (proof.random.chance(0.3)) await execute(0, id, { type: 'Route', decision: decision(1) });
      const { assignee } = proof.random.chance(0.5) ? await stateOf(1, id) : { assignee: nobody };
      const both = [rules, () => take(id, assignee)];
      await Promise.all(proof.random.shuffled(both).map((one) => one()));
      const { state } = await processes[1]!.aggregates.load(conversation, 'conversation', id, customerId);
      expect(state.assignee).toEqual({ userId: tom, teamId: null });
      expect(state.routing).toMatchObject({ isByHand: true, share: null });
      const decided: string[] = [];
      for await (const { type, data } of stores[0]!.readStream(`conversation-${id}`, { customerId }))
        if (type === 'ConversationRouted') {
          const { position, left } = data as RoutingDecision;
          decided.push(position);
          if (left.some(({ reason }) => reason === 'assigned_by_hand')) overtaken += 1;
        }
      expect(decided).toEqual([1, 2].map((number) => String(number).padStart(20, '0')));
      proof.progress(round);
    }
    proof.report(proof.count, { overtaken });
  },
  proof.timeout(60, 1_800),
);
