import type {
  ConversationEvent,
  ConversationShare,
  RouteDeed,
  RouteShare,
  RoutingDecision,
} from '@parley/contracts/events';
import type { Assignee, ConversationState } from './conversation';

/**
 * A team's current decision: the agent `userId` has the conversation, or it waits for an agent with capacity (null).
 */
export type Standing = Pick<
  ConversationShare,
  'claim' | 'routeId' | 'version' | 'teamId' | 'userId' | 'messageId' | 'position'
>;

/** The effect of the organisation's routing rules on a conversation, and whether rules may still change it. */
export interface Routing {
  /** Position of the last message for which the rules were evaluated. */
  judgedUpTo: string;
  /** The assignee that a recorded decision is about to set; the assignment is the next event. Null otherwise. */
  assigns: Assignee | null;
  /** The assignee that a rule replaced, until the conversation is assigned otherwise; null if there is none. */
  replaced: Assignee | null;
  /** Whether a person assigned the conversation: rules then leave the assignee alone until it is reopened. */
  isByHand: boolean;
  /** The team's current decision; null if no team distributes the conversation. */
  share: Standing | null;
}

export const notRouted: Routing = {
  ...{ judgedUpTo: '', assigns: null, replaced: null, isByHand: false, share: null },
};

/**
 * The events of one decision: the decision itself, then its changes to the conversation. A second decision for the
 * same message is a no-op.
 */
export function route(
  { status, assignee, tagIds, routing }: ConversationState,
  decision: RoutingDecision,
): ConversationEvent[] {
  // A decision for an earlier message does not override one for a later message.
  if (decision.position <= routing.judgedUpTo) return [];
  const reason = status === 'closed' ? 'conversation_closed' : routing.isByHand ? 'assigned_by_hand' : null;
  if (reason) {
    // Drops the team's choice of an agent, because the conversation does not go to the team.
    const left = [
      ...decision.left.filter(({ what }) => what !== 'agent'),
      ...decision.done.filter(({ what }) => what !== 'agent').map((deed) => ({ ...deed, reason }) as const),
    ];
    return [{ type: 'ConversationRouted', data: { ...decision, done: [], left } }];
  }
  const isShared = decision.done.some(({ what, id }) => what === 'team' && isSharedIn(routing, id!));
  const left = decision.left.filter(({ what }) => what !== 'agent' || !isShared);
  const done = decision.done.filter((deed) =>
    deed.what === 'agent' ? !isShared : !holds(deed, assignee, tagIds),
  );
  const data = { ...decision, done, left };
  const to = assigned(done, data, assignee);
  return [
    { type: 'ConversationRouted', data },
    ...(to ? [{ type: 'ConversationAssigned' as const, data: to }] : []),
    ...done.flatMap((deed) => ownFact(deed) ?? []),
  ];
}

/**
 * Whether this team has already assigned the conversation to an agent or queued it; a new message of the contact
 * changes neither.
 */
function isSharedIn({ share }: Routing, teamId: string): boolean {
  return share?.teamId === teamId;
}

/**
 * Whether the team has to choose an agent if the rules assign the conversation to the team for the message at this
 * position.
 */
export function awaitsTeam(
  { status, archivedSeenUpTo, routing }: ConversationState,
  position: string,
  teamId: string,
): boolean {
  if (position <= routing.judgedUpTo) return false;
  if (status === 'closed') return position > archivedSeenUpTo;
  return status === 'open' && !routing.isByHand && !isSharedIn(routing, teamId);
}

/**
 * Gives a waiting conversation to an agent with capacity, or takes it back from an agent who went offline.
 * @param told the team's new decision
 * @param from claim of the decision that `told` replaces; an outdated claim is a no-op
 */
export function shareAgain(
  { status, snoozed, routing: { share } }: ConversationState,
  told: Pick<ConversationShare, 'claim' | 'userId' | 'by' | 'open' | 'cap'>,
  from: string,
): ConversationEvent[] {
  // The conversation was assigned, archived, snoozed or distributed again since.
  if (status !== 'open' || snoozed || share?.claim !== from) return [];
  if ((share.userId === null) === (told.userId === null)) return [];
  const { routeId, version, teamId, messageId, position } = share;
  const cause = told.userId === null ? 'offline' : 'room';
  return [
    {
      type: 'ConversationShared',
      data: { ...told, routeId, version, teamId, messageId, position, cause },
    },
    { type: 'ConversationAssigned', data: { userId: told.userId, teamId } },
  ];
}

/** Whether a rule has replaced the assignee `expected`, which a person's screen still displays. */
export function wasRoutedFrom({ routing }: ConversationState, expected: Assignee): boolean {
  return routing.replaced !== null && isSame(routing.replaced, expected);
}

export function routingAfter(
  { routing, assignee }: ConversationState,
  event: Extract<
    ConversationEvent,
    {
      type:
        | 'ConversationRouted'
        | 'ConversationShared'
        | 'ConversationAssigned'
        | 'ConversationUnassigned'
        | 'ConversationArchived'
        | 'ConversationReopened';
    }
  >,
): Routing {
  switch (event.type) {
    case 'ConversationRouted': {
      const { messageId, position, done, shared } = event.data;
      const assigns = assigned(done, event.data, assignee);
      const share = shared && isGiven(event.data) ? standing(shared, { messageId, position }) : routing.share;
      return { ...routing, judgedUpTo: position, assigns, share };
    }
    case 'ConversationShared': {
      const { userId, teamId } = event.data;
      return { ...routing, assigns: { userId, teamId }, share: standing(event.data, event.data) };
    }
    case 'ConversationAssigned': {
      const { assigns } = routing;
      if (assigns && isSame(assigns, event.data)) {
        const share = routing.share && isSame(routing.share, assigns) ? routing.share : null;
        return { ...routing, assigns: null, replaced: assignee, isByHand: false, share };
      }
      // If the team was deleted and its user stays the assignee, no person decided that.
      const isLeftByTeam = event.data.teamId === null && event.data.userId === assignee.userId;
      const isByHand = routing.isByHand || !isLeftByTeam;
      return { ...routing, assigns: null, replaced: null, isByHand, share: null };
    }
    case 'ConversationUnassigned':
      return { ...routing, assigns: null, replaced: null, isByHand: false, share: null };
    case 'ConversationArchived':
      return { ...routing, share: null };
    case 'ConversationReopened':
      return { ...routing, isByHand: false, share: null };
  }
}

function standing(
  { claim, routeId, version, teamId, userId }: RouteShare,
  { messageId, position }: Pick<Standing, 'messageId' | 'position'>,
): Standing {
  return { claim, routeId, version, teamId, userId, messageId, position };
}

/**
 * Whether the decision assigns the conversation to the team, so that the team's choice (an agent, or waiting)
 * applies.
 */
function isGiven({ done, left }: RoutingDecision): boolean {
  return done.some(({ what }) => what === 'agent') || left.some(({ what }) => what === 'agent');
}

/** The assignee after a decision; null if the decision changes nothing. */
function assigned(done: RouteDeed[], decision: RoutingDecision, now: Assignee): Assignee | null {
  const { shared } = decision;
  const of = (what: RouteDeed['what']) => done.find((deed) => deed.what === what)?.id ?? null;
  const to =
    shared && isGiven(decision)
      ? { userId: of('agent'), teamId: shared.teamId }
      : { userId: of('user'), teamId: of('team') };
  return (to.userId ?? to.teamId) === null || isSame(to, now) ? null : to;
}

/** Whether the conversation already is as the action would leave it. */
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

/**
 * @returns the conversation's event for adding or removing a tag; null for assignments and for actions on the contact
 */
function ownFact(deed: RouteDeed): ConversationEvent | null {
  switch (deed.what) {
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
