import type {
  ConversationEvent,
  ConversationShare,
  RouteDeed,
  RouteShare,
  RoutingDecision,
} from '@parley/contracts/events';
import type { Assignee, ConversationState } from './conversation';

/** What a team shares: `userId` has it, or it waits for somebody who has room. */
export type Standing = Pick<
  ConversationShare,
  'claim' | 'routeId' | 'version' | 'teamId' | 'userId' | 'messageId' | 'position'
>;

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
  /** To whom its team gave it, as long as that stands; null: nobody shares it. */
  share: Standing | null;
}

export const notRouted: Routing = {
  ...{ judgedUpTo: '', assigns: null, replaced: null, isByHand: false, share: null },
};

/** The facts of one decision: the decision itself, and what of it is the conversation's own. Each message is decided once. */
export function route(
  { status, assignee, tagIds, routing }: ConversationState,
  decision: RoutingDecision,
): ConversationEvent[] {
  // A message that was judged late does not overrule one that came after it.
  if (decision.position <= routing.judgedUpTo) return [];
  const reason = status === 'closed' ? 'conversation_closed' : routing.isByHand ? 'assigned_by_hand' : null;
  if (reason) {
    // Who might have had it says nothing any more.
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

/** Whether a team has given it to somebody already, or has it waiting: what a contact writes then changes nothing of that. */
function isSharedIn({ share }: Routing, teamId: string): boolean {
  return share?.teamId === teamId;
}

/** Whether a team has to say who gets it, if the rules give it to that team because of the message at this position. */
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
 * Somebody of the team has room for what waits, or lost it as they went offline.
 * @param claim of that decision; `from` what stood when it was made
 */
export function shareAgain(
  { status, snoozed, routing: { share } }: ConversationState,
  told: Pick<ConversationShare, 'claim' | 'userId' | 'by' | 'open' | 'cap'>,
  from: string,
): ConversationEvent[] {
  // Assigned, archived, or shared anew meanwhile.
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

/** Whether a person who saw this assignee was overtaken by a rule alone. */
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
      // The team is gone, and its user keeps it: nobody said anything new.
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

/** Whether what its team decided about it is so from then on. */
function isGiven({ done, left }: RoutingDecision): boolean {
  return done.some(({ what }) => what === 'agent') || left.some(({ what }) => what === 'agent');
}

/** Whose it is after a decision; null: as before. */
function assigned(done: RouteDeed[], decision: RoutingDecision, now: Assignee): Assignee | null {
  const { shared } = decision;
  const of = (what: RouteDeed['what']) => done.find((deed) => deed.what === what)?.id ?? null;
  const to =
    shared && isGiven(decision)
      ? { userId: of('agent'), teamId: shared.teamId }
      : { userId: of('user'), teamId: of('team') };
  return (to.userId ?? to.teamId) === null || isSame(to, now) ? null : to;
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

/** Null for what is said of the contact, and for an assignment. */
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
