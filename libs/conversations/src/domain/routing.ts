import type { ConversationEvent, RouteDeed, RoutingDecision } from '@parley/contracts/events';
import type { Assignee, ConversationState } from './conversation';

/** What an organisation's rules have done with a conversation, and whether they may do more. */
export interface Routing {
  /** The position of the last message about which they were asked. */
  judgedUpTo: string;
  /** Whom a rule is about to assign: the fact that says so follows. */
  assigns: Assignee | null;
  /** Who had it when a rule assigned it, as long as that stands. */
  replaced: Assignee | null;
  /** A person assigned it: rules leave it alone until it is opened again. */
  isByHand: boolean;
}

export const notRouted: Routing = { judgedUpTo: '', assigns: null, replaced: null, isByHand: false };

/** The facts of one decision: the decision itself, and what of it is the conversation's own. Each message is decided once. */
export function route(
  { status, assignee, tagIds, routing }: ConversationState,
  decision: RoutingDecision,
): ConversationEvent[] {
  // A message that was judged late does not overrule one that came after it.
  if (decision.position <= routing.judgedUpTo) return [];
  const reason = status === 'closed' ? 'conversation_closed' : routing.isByHand ? 'assigned_by_hand' : null;
  const left = [
    ...decision.left,
    ...(reason ? decision.done.map((deed) => ({ ...deed, reason }) as const) : []),
  ];
  const done = reason ? [] : decision.done.filter((deed) => !holds(deed, assignee, tagIds));
  return [
    { type: 'ConversationRouted', data: { ...decision, done, left } },
    ...done.flatMap((deed) => ownFact(deed) ?? []),
  ];
}

/** Whether a person who saw this assignee was overtaken by a rule alone. */
export function wasRoutedFrom({ routing }: ConversationState, expected: Assignee): boolean {
  return routing.replaced !== null && isSame(routing.replaced, expected);
}

export function routingAfter(
  { routing, assignee }: ConversationState,
  event: Extract<
    ConversationEvent,
    {
      type: 'ConversationRouted' | 'ConversationAssigned' | 'ConversationUnassigned' | 'ConversationReopened';
    }
  >,
): Routing {
  switch (event.type) {
    case 'ConversationRouted': {
      const { position: judgedUpTo, done } = event.data;
      const deed = done.find(isAssignment);
      return { ...routing, judgedUpTo, assigns: deed ? assigneeOf(deed) : null };
    }
    case 'ConversationAssigned': {
      const { assigns } = routing;
      if (assigns && isSame(assigns, event.data))
        return { ...routing, assigns: null, replaced: assignee, isByHand: false };
      // The team is gone, and its user keeps it: nobody said anything new.
      const isLeftByTeam = event.data.teamId === null && event.data.userId === assignee.userId;
      return { ...routing, assigns: null, replaced: null, isByHand: routing.isByHand || !isLeftByTeam };
    }
    case 'ConversationUnassigned':
      return { ...routing, assigns: null, replaced: null, isByHand: false };
    case 'ConversationReopened':
      return { ...routing, isByHand: false };
  }
}

function isAssignment({ what }: RouteDeed): boolean {
  return what === 'user' || what === 'team';
}

function assigneeOf({ what, id }: RouteDeed): Assignee {
  return { userId: what === 'user' ? id : null, teamId: what === 'team' ? id : null };
}

/** What is so already is not done again. */
function holds({ what, id }: RouteDeed, assignee: Assignee, tagIds: readonly string[]): boolean {
  switch (what) {
    case 'user':
      return assignee.userId === id;
    case 'team':
      return assignee.teamId === id;
    case 'tag':
      return tagIds.includes(id!);
    case 'untag':
      return !tagIds.includes(id!);
    default:
      return false;
  }
}

/** Null for what is said of the contact. */
function ownFact(deed: RouteDeed): ConversationEvent | null {
  switch (deed.what) {
    case 'user':
      return { type: 'ConversationAssigned', data: { userId: deed.id, teamId: null } };
    case 'team':
      return { type: 'ConversationAssigned', data: { userId: null, teamId: deed.id } };
    case 'tag':
      return { type: 'ConversationTagged', data: { tagId: deed.id! } };
    case 'untag':
      return { type: 'ConversationUntagged', data: { tagId: deed.id! } };
    default:
      return null;
  }
}

function isSame(a: Assignee, b: Assignee): boolean {
  return a.userId === b.userId && a.teamId === b.teamId;
}
