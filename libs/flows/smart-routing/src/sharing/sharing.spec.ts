import type { CommandBus } from '@nestjs/cqrs';
import type { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { Lease } from '@parley/platform/lease/lease';
import { id } from '@parley/testing/event-sourcing/history';
import type { Rotas } from './rotas';
import { Sharing } from './sharing';
import type { SharedConversation, TeamQueries } from './team-queries';

/** A conversation that waits in a team. The names are turned into ids of the organisation and the team. */
function waitsIn(customerId: string, index: number, teamId = customerId): SharedConversation {
  const share = { claim: id(`${teamId} ${index}`), teamId, userId: null };
  return {
    id: share.claim,
    customerId: id(customerId),
    share,
    sharing: { cap: null },
  } as unknown as SharedConversation;
}

/**
 * Runs one round of assigning waiting conversations.
 * @param someoneIn whether a team has an agent with room
 * @returns the teams in which an agent was looked for, in order
 */
async function round(waiting: SharedConversation[], someoneIn: (teamId: string) => boolean) {
  const asked: string[] = [];
  const rotas = {
    claim: (teamId: string) => {
      asked.push(teamId);
      return Promise.resolve({ userId: someoneIn(teamId) ? 'eva' : null });
    },
  };
  const queries = { offline: () => Promise.resolve([]), waiting: () => Promise.resolve(waiting) };
  const load = (_: unknown, __: string, chatId: string) => {
    const share = waiting.find((one) => one.id === chatId)!.share;
    return Promise.resolve({
      state: { status: 'open', snoozed: null, routing: { share }, lastUserId: null },
    });
  };
  const sharing = new Sharing(
    rotas as unknown as Rotas,
    queries as unknown as TeamQueries,
    { load } as unknown as Aggregates,
    { execute: () => Promise.resolve() } as unknown as CommandBus,
  );
  const repeat = async (work: () => Promise<number>) => void (await work());
  await sharing.run({ isOwned: () => true, repeat } as unknown as Lease);
  return asked;
}

test('assigns a limited number of one organisation’s conversations per round, so that another organisation gets its turn', async () => {
  const long = Array.from({ length: 50 }, (_, index) => waitsIn('large', index));
  const asked = await round([...long, waitsIn('small', 0)], () => true);
  expect(asked.filter((team) => team === 'large')).toHaveLength(20);
  expect(asked.at(-1)).toBe('small');
});

test('tries a team without room only once per round, and still assigns in other teams of its organisation', async () => {
  const full = Array.from({ length: 40 }, (_, index) => waitsIn('large', 0, `full ${index}`));
  const twice = full.map(({ share }) => waitsIn('large', 1, share.teamId));
  const asked = await round([...full, ...twice, waitsIn('large', 2, 'free')], (team) => team === 'free');
  expect(asked).toHaveLength(41);
  expect(asked.at(-1)).toBe('free');
});
