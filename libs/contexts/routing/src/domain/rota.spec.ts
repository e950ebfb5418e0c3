import type { RotaClaim, RotaEvent, RouteSharing } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { carriedOver, MAX_ROTA_LENGTH, rota, type Agent, type RotaCommand } from './rota';

const now = '2026-11-14T10:00:00.000Z';
const begun: RotaEvent = { type: 'RotaBegun', data: { teamId: 'sales', number: 0, claims: [], turns: [] } };
const turn: RouteSharing = {
  ...{ by: 'turn', cap: null, onlyAvailable: false, lastAgentFirst: false, reassignsOffline: false },
};
const fewest: RouteSharing = { ...turn, by: 'fewest' };

function agent(userId: string, open = 0, isAvailable = true): Agent {
  return { userId, open, isAvailable, isGone: false };
}
const all = [agent('ada'), agent('ben'), agent('cem')];

function claim(
  conversationId: string,
  more: Partial<Extract<RotaCommand, { type: 'Claim' }>> = {},
): RotaCommand {
  return {
    ...{ type: 'Claim', claim: `claim ${conversationId}`, conversationId, sharing: turn, agents: all },
    ...{ lastUserId: null, seen: [], isQueued: false, isWaiting: false, now, ...more },
  };
}

/** Ids of the agents to whom the pool assigns these claims in turn; null for a claim that has to wait. */
function gave(commands: RotaCommand[], before: RotaEvent[] = [begun]): (string | null)[] {
  const history = [...before];
  for (const command of commands) history.push(...given(rota, history).when(command));
  return history.slice(before.length).map(({ data }) => (data as RotaClaim).userId);
}

test('round robin gives each agent a conversation before any agent gets a second', () => {
  expect(gave(['1', '2', '3', '4'].map((id) => claim(id)))).toEqual(['ada', 'ben', 'cem', 'ada']);
});

test('an agent who missed their turn while unavailable is next when they are available again', () => {
  const away = {
    sharing: { ...turn, onlyAvailable: true },
    agents: [agent('ada', 0, false), ...all.slice(1)],
  };
  expect(gave([claim('1', away), claim('2', away), claim('3')])).toEqual(['ben', 'cem', 'ada']);
});

test('the agent with the fewest open conversations is next, and among equals the one who waited longest', () => {
  const agents = [agent('ada', 2), agent('ben', 1), agent('cem', 1)];
  const asked = ['1', '2', '3'].map((id) => claim(id, { sharing: fewest, agents }));
  expect(gave(asked)).toEqual(['ben', 'cem', 'ada']);
});

test('conversations that the view has already counted are not counted twice', () => {
  const first = given(rota, [begun]).when(claim('1', { sharing: fewest }));
  const agents = [agent('ada', 1), agent('ben', 1), agent('cem', 2)];
  const second = given(rota, [begun, ...first]).when(
    claim('2', { sharing: fewest, agents, seen: ['claim 1'] }),
  );
  expect(second[0]?.data).toMatchObject({ userId: 'ben', by: 'fewest', open: 1 });
  const unseen = given(rota, [begun, ...first]).when(claim('2', { sharing: fewest, agents, seen: [] }));
  expect(unseen[0]?.data).toMatchObject({ userId: 'ben', open: 1 });
});

test('no agent exceeds the cap, and a conversation that no agent can take waits', () => {
  const capped = { sharing: { ...fewest, cap: 2 }, agents: [agent('ada', 1), agent('ben', 2)] };
  expect(gave([claim('1', capped), claim('2', capped)])).toEqual(['ada', null]);
  const [fact] = given(rota, [begun]).when(claim('1', capped));
  expect(fact?.data).toEqual({
    ...{ claim: 'claim 1', conversationId: '1', userId: 'ada', by: 'fewest', open: 1, cap: 2, at: now },
  });
});

test('only available agents get conversations if the rule demands it', () => {
  const agents = [agent('ada', 0, false), agent('ben', 5)];
  expect(gave([claim('1', { agents, sharing: { ...fewest, onlyAvailable: true } })])).toEqual(['ben']);
  expect(gave([claim('1', { agents, sharing: fewest })])).toEqual(['ada']);
});

test('an offline agent gets no conversation if the rule would immediately reassign it', () => {
  const agents = [{ ...agent('ada', 0, false), isGone: true }];
  const back = { agents, lastUserId: 'ada', sharing: { ...turn, lastAgentFirst: true } };
  expect(gave([claim('1', back)])).toEqual(['ada']);
  const sharing = { ...back.sharing, reassignsOffline: true };
  expect(gave([claim('1', { ...back, sharing })])).toEqual([null]);
});

test('the last agent has priority if the rule demands it, but not above the cap', () => {
  const last = { sharing: { ...turn, lastAgentFirst: true, cap: 3 }, lastUserId: 'cem' };
  const [fact] = given(rota, [begun]).when(claim('1', last));
  expect(fact?.data).toMatchObject({ userId: 'cem', by: 'last' });
  const full = { ...last, agents: [agent('ada'), agent('cem', 3)] };
  expect(gave([claim('1', full)])).toEqual(['ada']);
});

test('a new conversation does not overtake waiting ones, and a second claim for a waiting one records nothing', () => {
  const nobody = { agents: [] };
  expect(gave([claim('1', nobody), claim('2')])).toEqual([null, null]);
  expect(gave([claim('1', { isQueued: true })])).toEqual([null]);
  const waited = [begun, ...given(rota, [begun]).when(claim('1', nobody))];
  const again = (more: object) =>
    given(rota, waited).when(claim('1', { claim: 'claim 1 again', isWaiting: true, ...more }));
  expect(again(nobody)).toEqual([]);
  expect(again({})[0]?.data).toMatchObject({ userId: 'ada' });
});

test('the same claim is decided only once', () => {
  const history = [begun, ...given(rota, [begun]).when(claim('1'))];
  expect(given(rota, history).when(claim('1'))).toEqual([]);
});

test('a full stream passes the turn order and the recent claims to the next stream', () => {
  const claims = Array.from({ length: MAX_ROTA_LENGTH - 1 }, (_, index) => claim(String(index)));
  const history: RotaEvent[] = [begun];
  for (const command of claims) history.push(...given(rota, history).when(command));
  expect(() => given(rota, history).when(claim('one more'))).toThrow('rota_full');
  const { state } = given(rota, history);
  const next = given(rota, []).when({
    ...{ type: 'Begin', teamId: 'sales', number: 1 },
    ...carriedOver(state, now),
  });
  expect(gave([claim('one more')], next)).toEqual(['ben']);
  expect(carriedOver(state, '2026-11-14T11:00:00.000Z').claims).toEqual([]);
  expect(() => given(rota, []).when(claim('1'))).toThrow('rota_full');
});

test('no agent exceeds the cap and all get equally many, by round robin and by fewest open', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const cap = 1 + (seed % 7);
    const asked = Array.from({ length: 30 }, (_, index) =>
      claim(String(index), { sharing: { ...(seed % 2 ? turn : fewest), cap } }),
    );
    const counts = new Map<string | null, number>();
    for (const userId of gave(asked)) counts.set(userId, (counts.get(userId) ?? 0) + 1);
    const given = Math.min(10, cap);
    expect([...counts].filter(([userId]) => userId !== null).map(([, count]) => count)).toEqual([
      ...[given, given, given],
    ]);
  }
});
