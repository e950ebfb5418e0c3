import type { ConversationEvent, RouteDeed, RoutingDecision } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { conversation } from './conversation';

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
  ...{ messageId: `message ${position}`, position, checked: 1, matched: [], missed: [], done, left: [] },
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

test('a decision and what it does to the conversation are one append', () => {
  expect(
    given(conversation, [started]).when(route('1', toSales, deed('tag', 'refund'), deed('label', 'vip'))),
  ).toEqual([
    routed('1', toSales, deed('tag', 'refund'), deed('label', 'vip')),
    assigned(null, 'sales'),
    { type: 'ConversationTagged', data: { tagId: 'refund' } },
  ]);
});

test('a message is decided once, and none after a later one', () => {
  const history = [started, routed('2', toSales), assigned(null, 'sales')];
  expect(given(conversation, history).when(route('2', toSales))).toEqual([]);
  expect(given(conversation, history).when(route('1', deed('user', 'eva')))).toEqual([]);
});

test('what is so already is not done again', () => {
  const history = [started, routed('1', toSales), assigned(null, 'sales')];
  expect(given(conversation, history).when(route('2', toSales))).toEqual([routed('2')]);
});

test('a message that opens an archived conversation is judged once it is open', () => {
  const history = [started, archived];
  expect(given(conversation, history).when(route('6', toSales))).toEqual([
    reopened,
    routed('6', toSales),
    assigned(null, 'sales'),
  ]);
  const [fact] = given(conversation, history).when(route('4', toSales));
  expect(fact?.data).toMatchObject({ done: [], left: [{ ...toSales, reason: 'conversation_closed' }] });
});

test('what a person assigned stays, and the decision says so, until the conversation is opened again', () => {
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

test('rules may change what rules assigned', () => {
  const history = [started, routed('1', toSales), assigned(null, 'sales')];
  expect(given(conversation, history).when(route('2', deed('user', 'eva')))).toEqual([
    routed('2', deed('user', 'eva')),
    assigned('eva'),
  ]);
});

test('who assigns as a rule does, having seen what the rule saw, comes before the rule', () => {
  const history = [started, routed('1', toSales), assigned(null, 'sales')];
  const to = { userId: 'tom', teamId: null };
  expect(given(conversation, history).when({ type: 'Assign', to, expected: nobody })).toEqual([
    assigned('tom'),
  ]);
  // Another person's assignment is still a person's.
  const later = [...history, assigned('lee')];
  expect(() => given(conversation, later).when({ type: 'Assign', to, expected: nobody })).toThrow(
    'assignment_changed',
  );
  const [fact] = given(conversation, [...history, assigned('tom')]).when(route('2', toSales));
  expect(fact?.data).toMatchObject({ left: [{ reason: 'assigned_by_hand' }] });
});

test('in five hundred races of a person and two rules the person has it in the end', () => {
  for (let round = 0; round < 500; round++) {
    const rules = [route('1', toSales), route('2', deed('team', 'support'))];
    // Where between the rules the person's click arrives, and how much of what came before was on their screen.
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

/** Assigns to Tom; where that is refused, the screen shows who has it, and Tom is clicked again. */
function click(history: ConversationEvent[], expected: typeof nobody): ConversationEvent[] {
  const { state, when } = given(conversation, history);
  const to = { userId: 'tom', teamId: null };
  try {
    return when({ type: 'Assign', to, expected });
  } catch {
    return when({ type: 'Assign', to, expected: state.assignee });
  }
}
