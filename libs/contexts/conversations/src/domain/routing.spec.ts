import type { ConversationEvent, RouteDeed, RouteShare, RoutingDecision } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { conversation } from './conversation';
import { awaitsTeam } from './routing';

const started: ConversationEvent = {
  type: 'ConversationStarted',
  data: { contactId: 'ana', channelId: 'whatsapp', readForAll: true, startedAt: '2026-11-14T10:00:00.000Z' },
};
const assigned = (userId: string | null, teamId: string | null = null): ConversationEvent => ({
  type: 'ConversationAssigned',
  data: { userId, teamId },
});
const deed = (what: RouteDeed['what'], id: string): RouteDeed => ({ routeId: 'refunds', what, id });
const decision = (position: string, done: RouteDeed[]): RoutingDecision => ({
  ...{
    messageId: `message ${position}`,
    position,
    checked: 1,
    matched: [],
    missed: [],
    done,
    left: [],
    shared: null,
  },
});
const route = (position: string, ...done: RouteDeed[]) =>
  ({ type: 'Route', decision: decision(position, done) }) as const;
const routed = (position: string, ...done: RouteDeed[]): ConversationEvent => ({
  type: 'ConversationRouted',
  data: decision(position, done),
});
const archived: ConversationEvent = {
  type: 'ConversationArchived',
  data: { seenUpTo: '5', afterHours: null },
};
const reopened: ConversationEvent = { type: 'ConversationReopened', data: { cause: 'message' } };
const toSales = deed('team', 'sales');
const nobody = { userId: null, teamId: null };

test('records a decision and its changes to the conversation in one append', () => {
  expect(
    given(conversation, [started]).when(route('1', toSales, deed('tag', 'refund'), deed('label', 'vip'))),
  ).toEqual([
    routed('1', toSales, deed('tag', 'refund'), deed('label', 'vip')),
    assigned(null, 'sales'),
    { type: 'ConversationTagged', data: { tagId: 'refund' } },
  ]);
});

test('decides once for each message, and not for a message before the last one decided', () => {
  const history = [started, routed('2', toSales), assigned(null, 'sales')];
  expect(given(conversation, history).when(route('2', toSales))).toEqual([]);
  expect(given(conversation, history).when(route('1', deed('user', 'eva')))).toEqual([]);
});

test('omits actions that are already in effect', () => {
  const history = [started, routed('1', toSales), assigned(null, 'sales')];
  expect(given(conversation, history).when(route('2', toSales))).toEqual([routed('2')]);
});

test('reopens an archived conversation before it applies the decision for the message', () => {
  const history = [started, archived];
  expect(given(conversation, history).when(route('6', toSales))).toEqual([
    reopened,
    routed('6', toSales),
    assigned(null, 'sales'),
  ]);
  const [fact] = given(conversation, history).when(route('4', toSales));
  expect(fact?.data).toMatchObject({ done: [], left: [{ ...toSales, reason: 'conversation_closed' }] });
});

test('does not override a person’s assignment until the conversation is reopened, and records that as the reason', () => {
  const byHand = [started, assigned('tom')];
  expect(given(conversation, byHand).when(route('1', toSales))).toEqual([
    {
      type: 'ConversationRouted',
      data: { ...decision('1', []), left: [{ ...toSales, reason: 'assigned_by_hand' }] },
    },
  ]);
  expect(given(conversation, [...byHand, archived, reopened]).when(route('6', toSales))).toEqual([
    routed('6', toSales),
    assigned(null, 'sales'),
  ]);
});

test('lets a rule replace the assignment by another rule', () => {
  const history = [started, routed('1', toSales), assigned(null, 'sales')];
  expect(given(conversation, history).when(route('2', deed('user', 'eva')))).toEqual([
    routed('2', deed('user', 'eva')),
    assigned('eva'),
  ]);
});

test('lets a person whose screen showed the assignee before the rule override the rule', () => {
  const history = [started, routed('1', toSales), assigned(null, 'sales')];
  const to = { userId: 'tom', teamId: null };
  expect(given(conversation, history).when({ type: 'Assign', to, expected: nobody })).toEqual([
    assigned('tom'),
  ]);
  // A command that would replace another person's assignment is still refused.
  const later = [...history, assigned('lee')];
  expect(() => given(conversation, later).when({ type: 'Assign', to, expected: nobody })).toThrow(
    'assignment_changed',
  );
  const [fact] = given(conversation, [...history, assigned('tom')]).when(route('2', toSales));
  expect(fact?.data).toMatchObject({ left: [{ reason: 'assigned_by_hand' }] });
});

const shared = (claim: string, userId: string | null): RouteShare => ({
  ...{ claim, routeId: 'refunds', version: 1, teamId: 'sales', userId, open: 3, cap: 8 },
  by: userId === null ? null : 'fewest',
});
const agentDeed = (userId: string | null): RouteDeed => ({ routeId: 'refunds', what: 'agent', id: userId });
/**
 * A decision that assigns the conversation to the team sales and to its agent `userId`; null if no agent is
 * available, so that the conversation waits.
 */
const toTeam = (position: string, userId: string | null) => ({
  ...decision(position, userId ? [toSales, agentDeed(userId)] : [toSales]),
  left: userId ? [] : [{ ...agentDeed(null), reason: 'nobody_available' as const }],
  shared: shared(`claim ${position}`, userId),
});
const share = (position: string, userId: string | null) =>
  ({ type: 'Route', decision: toTeam(position, userId) }) as const;
/** The events of a first message whose conversation the team assigns to `userId`, or keeps waiting if null. */
const sharedTo = (userId: string | null) => [
  started,
  ...given(conversation, [started]).when(share('1', userId)),
];
const again = (userId: string | null, from: string) =>
  ({
    ...({ type: 'Share', from } as const),
    told: { claim: `${from} again`, userId, by: userId === null ? null : 'turn', open: 0, cap: 8 },
  }) as const;

test('assigns the agent that the team chose in the same append as the decision', () => {
  expect(given(conversation, [started]).when(share('1', 'eva'))).toEqual([
    { type: 'ConversationRouted', data: toTeam('1', 'eva') },
    assigned('eva', 'sales'),
  ]);
});

test('leaves a conversation with the team while no agent has capacity, and assigns it later', () => {
  const waiting = sharedTo(null);
  expect(waiting.slice(1)).toEqual([
    { type: 'ConversationRouted', data: toTeam('1', null) },
    assigned(null, 'sales'),
  ]);
  const taken = given(conversation, waiting).when(again('eva', 'claim 1'));
  expect(taken).toMatchObject([
    { type: 'ConversationShared', data: { cause: 'room', userId: 'eva', messageId: 'message 1' } },
    assigned('eva', 'sales'),
  ]);
  expect(given(conversation, [...waiting, ...taken]).when(again('bo', 'claim 1'))).toEqual([]);
  expect(given(conversation, [...waiting, ...taken]).state.routing.isByHand).toBe(false);
});

test('keeps the agent, or the place in the queue, when the contact writes again', () => {
  for (const userId of ['eva', null]) {
    const [fact, ...more] = given(conversation, sharedTo(userId)).when(share('2', 'bo'));
    expect(fact?.data).toMatchObject({ done: [], left: [] });
    expect(more).toEqual([]);
  }
  const [, ...more] = given(conversation, sharedTo(null)).when(share('2', null));
  expect(more).toEqual([]);
});

test('lets the team choose an agent again when the contact writes in an archived conversation', () => {
  const history = [...sharedTo('eva'), archived];
  expect(given(conversation, history).when(share('6', 'bo')).at(-1)).toEqual(assigned('bo', 'sales'));
  expect(given(conversation, history).when(share('6', null)).at(-1)).toEqual(assigned(null, 'sales'));
  expect(awaitsTeam(given(conversation, history).state, '6', 'sales')).toBe(true);
  expect(awaitsTeam(given(conversation, history).state, '4', 'sales')).toBe(false);
  expect(awaitsTeam(given(conversation, sharedTo('eva')).state, '6', 'sales')).toBe(false);
  expect(awaitsTeam(given(conversation, sharedTo('eva')).state, '6', 'support')).toBe(true);
});

test('takes a conversation from the team’s queue or agent when a person assigns it', () => {
  const byHand = [...sharedTo(null), assigned('tom')];
  expect(given(conversation, byHand).when(again('eva', 'claim 1'))).toEqual([]);
  const [fact] = given(conversation, byHand).when(share('2', 'eva'));
  expect(fact?.data).toMatchObject({ done: [], left: [{ what: 'team', reason: 'assigned_by_hand' }] });
  const to = { userId: 'tom', teamId: null };
  const seen = { userId: null, teamId: 'sales' };
  const taken = [...sharedTo(null), ...given(conversation, sharedTo(null)).when(again('eva', 'claim 1'))];
  expect(given(conversation, taken).when({ type: 'Assign', to, expected: seen })).toEqual([assigned('tom')]);
});

test('takes only conversations that the team distributed from an agent who goes offline', () => {
  expect(given(conversation, sharedTo('eva')).when(again(null, 'claim 1'))).toMatchObject([
    { type: 'ConversationShared', data: { cause: 'offline', userId: null } },
    assigned(null, 'sales'),
  ]);
  expect(given(conversation, [...sharedTo('eva'), assigned('tom')]).when(again(null, 'claim 1'))).toEqual([]);
  expect(given(conversation, [...sharedTo('eva'), archived]).when(again(null, 'claim 1'))).toEqual([]);
});

test('leaves the conversation with the person in 500 races between a person and two rules', () => {
  for (let round = 0; round < 500; round++) {
    const rules = [route('1', toSales), route('2', deed('team', 'support'))];
    // `place`: at which step among the rules the person clicks; `seen`: how many earlier steps their screen displays.
    const [place, seen] = [round % 3, Math.floor(round / 3) % 3];
    let history: ConversationEvent[] = [started];
    const screens = [nobody];
    for (let step = 0; step <= rules.length; step++) {
      if (step === place) history = [...history, ...click(history, screens[Math.min(seen, step)]!)];
      const rule = rules[step];
      if (rule) history = [...history, ...given(conversation, history).when(rule)];
      screens.push(given(conversation, history).state.assignee as typeof nobody);
    }
    expect(given(conversation, history).state.assignee).toEqual({ userId: 'tom', teamId: null });
  }
});

/** Assigns to Tom; if that is refused, tries again and expects the assignee that the error names. */
function click(history: ConversationEvent[], expected: typeof nobody): ConversationEvent[] {
  const { state, when } = given(conversation, history);
  const to = { userId: 'tom', teamId: null };
  try {
    return when({ type: 'Assign', to, expected });
  } catch {
    return when({ type: 'Assign', to, expected: state.assignee });
  }
}
