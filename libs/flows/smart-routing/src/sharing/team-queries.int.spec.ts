import { randomUUID } from 'node:crypto';
import { UserPresence1764640000000 } from '@parley/access/presence/user-presence.migration';
import { accessView } from '@parley/access/read/access.projector';
import { routingView } from '@parley/routing/read/routing.view';
import { installView } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { TeamQueries } from './team-queries';

const [large, small] = [randomUUID(), randomUUID()];
const [gives, keeps] = [randomUUID(), randomUUID()];

let database: TestDatabase;
let queries: TeamQueries;

beforeEach(async () => {
  database = await testDatabase([UserPresence1764640000000]);
  await installView(database, accessView);
  await installView(database, routingView);
  queries = new TeamQueries(database);
  for (const [routeId, reassignsOffline] of [[gives, true] as const, [keeps, false] as const]) {
    const content = { actions: { sharing: { by: 'fewest', reassignsOffline } } };
    await database.query('insert into routing.route_version values ($1, 1, $2, $3, now())', [
      ...[routeId, large, content],
    ]);
  }
});
afterEach(() => database.drop());

async function user(customerId: string, status: string): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into access.user_account (id, customer_id, role, state, enforce_team_filter, enforce_unassigned_chats)
     values ($1, $2, 'user', 'active', false, false)`,
    [id, customerId],
  );
  await database.query('insert into access.user_status values ($1, $2)', [id, status]);
  return id;
}

/**
 * Stores conversations of a team, oldest first: assigned to `userId`, or waiting if it is null.
 * @returns their ids
 */
async function held(
  customerId: string,
  count: number,
  { teamId = randomUUID(), userId = null as string | null, routeId = gives, from = 0 } = {},
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await database.query(
    `insert into routing.held
       select id, $2, $3::uuid, $4::uuid, 'open', jsonb_build_object('routeId', $5::text, 'version', 1, 'teamId', $4::uuid, 'userId', $3::uuid,
                'position', lpad((place + $6::integer)::text, 20, '0')), $3::uuid is null
         from unnest($1::uuid[]) with ordinality as given (id, place)`,
    [ids, customerId, userId, teamId, routeId, from],
  );
  return ids;
}

const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);

test('returns waiting conversations by turns of the teams, each team’s oldest first, regardless of another team’s long queue', async () => {
  const queue = await held(large, 300);
  const [first, second] = await held(small, 2, { from: 1_000 });
  const waiting = idsOf(await queries.waiting());
  expect(waiting.slice(0, 5)).toEqual([queue[0], first, queue[1], second, queue[2]]);
  expect(waiting).toHaveLength(52);
});

test('returns conversations of offline agents by turns of the organisations, if their rule reassigns them', async () => {
  const [away, gone, other] = [
    await user(large, 'away'),
    await user(large, 'offline'),
    await user(small, 'offline'),
  ];
  await held(large, 3, { userId: away });
  await held(large, 3, { userId: gone, routeId: keeps });
  const theirs = await held(large, 80, { userId: gone });
  const [first] = await held(small, 1, { userId: other, from: 1_000 });
  const found = idsOf(await queries.offline(true));
  expect(found.slice(0, 3)).toEqual([theirs[0], first, theirs[1]]);
  expect(found).toHaveLength(51);

  // An agent who had no window recently counts as offline, but only once the presence of windows is known.
  await database.query(`insert into parley.user_presence values ($1, now() - interval '6 minutes')`, [away]);
  expect(await queries.offline(false)).toHaveLength(51);
  expect(idsOf(await queries.offline(true))).not.toEqual(found);
});

test('reads at most one row per agent if thousands of conversations need no work', async () => {
  const agents = await Promise.all(Array.from({ length: 20 }, () => user(large, 'available')));
  for (const userId of agents) await held(large, 200, { userId });
  await database.query('vacuum analyze routing.held');
  for (const ask of [() => queries.waiting(), () => queries.offline(true)]) {
    const asked = jest.spyOn(database, 'query');
    expect(await ask()).toEqual([]);
    const [sql, values] = asked.mock.calls[0]!;
    asked.mockRestore();
    const { rows } = await database.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (analyze, format json) ${sql}`,
      values,
    );
    // The query reads one row for each agent who has conversations.
    expect(readOfHeld(rows[0]!['QUERY PLAN'][0]!.Plan)).toBeLessThanOrEqual(agents.length);
  }
});

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Number of rows of routing.held that the query plan reads. */
function readOfHeld({ Plans = [], ...node }: Plan): number {
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const own = node['Relation Name'] === 'held' ? rows * node['Actual Loops'] : 0;
  return Plans.reduce((sum, plan) => sum + readOfHeld(plan), own);
}
