import { randomUUID } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { requestedBy } from '@parley/event-sourcing/decider/command';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { describeProblem } from '@parley/platform/http/problem.filter';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { Proof } from '@parley/testing/proof/proof';
import { type ConversationCommand, ToConversation } from '@parley/conversations/domain/conversation';

const AGENTS = 64;
/** Number of rounds on one conversation. More would be slow and test nothing further. */
const ROUNDS_EACH = 10;

const proof = new Proof('assignment', { unit: 'rounds', small: 100, full: 1_000 });

const customerId = randomUUID();
/** One user more than the number of competing agents, since the present assignee does not compete. */
const users = Array.from({ length: AGENTS + 1 }, () => randomUUID());

let database: TestDatabase;
/** Stores and command handlers of two processes; each handles commands of any agent. */
let stores: PostgresEventStore[];
let handlers: CommandBus[];

beforeAll(async () => {
  database = await testDatabase([EventLog1763700000100]);
  stores = [await PostgresEventStore.open(database), await PostgresEventStore.open(database)];
  handlers = stores.map((store) => busOf(new Aggregates(store), ToConversation));
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await database.drop();
});

function execute(id: string, userId: string, command: ConversationCommand): Promise<unknown> {
  const context = requestedBy(
    { customerId, userId },
    { commandId: randomUUID(), now: new Date().toISOString() },
  );
  return proof.random.pick(handlers).execute(new ToConversation(id, command, context));
}

async function start(): Promise<string> {
  const id = randomUUID();
  const [contactId, channelId] = [randomUUID(), randomUUID()];
  const startedAt = '2026-05-01T10:00:00.000Z';
  await execute(id, users[0]!, { type: 'Start', contactId, channelId, readForAll: true, startedAt });
  return id;
}

/**
 * Assigns the conversation to a user in place of `from`, the assignee whom the user sees; null if they see none.
 * @returns `won`, or status and code of the refusal
 */
async function take(id: string, userId: string, from: string | null): Promise<string> {
  const [to, expected] = [
    { userId, teamId: null },
    { userId: from, teamId: null },
  ];
  try {
    await execute(id, userId, { type: 'Assign', to, expected });
    return 'won';
  } catch (error) {
    const { status, code } = describeProblem(error);
    return `${status} ${code}`;
  }
}

async function recordedWinners(id: string): Promise<string[]> {
  const winners: string[] = [];
  for await (const { type, data } of stores[0]!.readStream(`conversation-${id}`, { customerId })) {
    if (type === 'ConversationAssigned') winners.push((data as { userId: string }).userId);
  }
  return winners;
}

test(
  `${AGENTS} agents assign one conversation concurrently: a single agent succeeds, and all others get a conflict`,
  async () => {
    for (let round = 0; round < proof.count;) {
      const id = await start();
      const winners: string[] = [];
      for (let turn = 0; turn < ROUNDS_EACH && round < proof.count; turn++, round++) {
        const holder = winners.at(-1) ?? null;
        const competing = proof.random.shuffled(users.filter((user) => user !== holder)).slice(0, AGENTS);
        const outcomes = await Promise.all(competing.map((user) => take(id, user, holder)));
        const won = competing.filter((_, index) => outcomes[index] === 'won');
        expect(won).toHaveLength(1);
        expect(outcomes.filter((outcome) => outcome === '409 assignment_changed')).toHaveLength(AGENTS - 1);
        winners.push(...won);
      }
      expect(await recordedWinners(id)).toEqual(winners);
      proof.progress(round);
      proof.report(round, { assignments: round * AGENTS, winners: round });
    }
  },
  proof.timeout(180, 1_800),
);
