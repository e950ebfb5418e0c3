import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { RecordedEvent, RouteShare, RoutingDecision } from '@parley/contracts/events';
import type { CompiledRoutes } from '@parley/contracts/routing/judge';
import {
  conversation,
  type ConversationState,
  ToConversation,
} from '@parley/conversations/domain/conversation';
import { awaitsTeam } from '@parley/conversations/domain/routing';
import type { Said } from '@parley/conversations/domain/survey';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { causedBy, doneBy } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import type { Lease } from '@parley/platform/lease/lease';
import { OFFLINE_AFTER_MINUTES } from '@parley/routing/domain/offline-agents';
import { Rotas } from './rotas';
import { TeamQueries, type SharedConversation } from './team-queries';

const EVERY_MS = 1_000;
/**
 * Maximum number of conversations per organisation and round, so that one organisation's queue does not delay the
 * others.
 */
const MAX_GIVEN = 20;
/**
 * Time in ms after the start of this process within which all open windows report their presence again. Only after it
 * is an agent without a window taken to be offline.
 */
const PATIENCE_MS = OFFLINE_AFTER_MINUTES * 60_000;

/** The rules' result for a message, before an agent of the team is chosen. */
interface Judged {
  conversationId: string;
  decision: Omit<RoutingDecision, 'shared'>;
  said: Said | undefined;
}

/**
 * Distributes conversations of teams to their agents when a rule assigns a conversation, when an agent has room, and
 * when an agent goes offline.
 */
@Injectable()
export class Sharing implements LeasedWork {
  readonly name = 'team-sharing';
  private readonly logger = new Logger('Sharing');
  private readonly begunAt = performance.now();

  constructor(
    private readonly rotas: Rotas,
    private readonly queries: TeamQueries,
    private readonly aggregates: Aggregates,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Adds the agent to a decision: if the rule that assigns shares its conversations among the team, the team's agent
   * is chosen.
   */
  async decide(
    event: RecordedEvent,
    { conversationId, decision, said }: Judged,
    routes: CompiledRoutes,
  ): Promise<RoutingDecision> {
    const unshared = { ...decision, shared: null };
    const team = decision.done.find(({ what }) => what === 'team');
    const sharing = team && routes.actionsOf(team.routeId)?.sharing;
    if (!team?.id || !sharing) return unshared;
    const { customerId, position } = event;
    const { state } = await this.aggregates.getCached(conversation, 'conversation', {
      ...{ id: conversationId, customerId, asOf: position },
    });
    if (!awaitsTeam(state, position, team.id)) return unshared;
    // A message that will not be routed, such as a satisfaction rating, must not make a claim.
    const facts = conversation.decide({ type: 'Route', decision: unshared, said }, state);
    if (!facts.some(({ type }) => type === 'ConversationRouted')) return unshared;
    const { routeId } = team;
    const { version } = decision.matched.find((match) => match.routeId === routeId)!;
    const now = new Date().toISOString();
    const asked = {
      ...{ claim: decision.messageId, conversationId, sharing, now, isWaiting: false },
      lastUserId: state.lastUserId,
    };
    const { claim, userId, by, open, cap } = (await this.rotas.claim(
      team.id,
      asked,
      causedBy(event, this.name, now),
    ))!;
    const shared: RouteShare = { claim, routeId, version, teamId: team.id, userId, by, open, cap };
    const agent = { routeId, what: 'agent', id: userId } as const;
    return userId
      ? { ...decision, done: [...decision.done, agent], shared }
      : { ...decision, left: [...decision.left, { ...agent, reason: 'nobody_available' }], shared };
  }

  run(lease: Lease): Promise<void> {
    const round = async () => {
      for (const one of await this.queries.offline(this.knowsWindows()))
        if (lease.isOwned()) await this.attempt(one, () => this.release(one));
      await this.give(await this.queries.waiting(), lease);
      return EVERY_MS;
    };
    return lease.repeat(round, (error) => this.logger.warn(error));
  }

  /**
   * Assigns waiting conversations in the given order. If a conversation finds no agent, others with the same team and
   * sharing settings are skipped.
   */
  private async give(waiting: SharedConversation[], lease: Lease): Promise<void> {
    const without = new Set<string>();
    const given = new Map<string, number>();
    for (const one of waiting) {
      const rule = `${one.share.teamId} ${JSON.stringify(one.sharing)}`;
      const before = given.get(one.customerId) ?? 0;
      if (without.has(rule) || before >= MAX_GIVEN || !lease.isOwned()) continue;
      await this.attempt(one, async () => {
        if (await this.giveOne(one)) given.set(one.customerId, before + 1);
        else without.add(rule);
      });
    }
  }

  /** @returns false if the team has no agent with room; the next conversation of the team would find none either */
  private async giveOne({ id, customerId, share, sharing }: SharedConversation): Promise<boolean> {
    const { state } = await this.aggregates.load(conversation, 'conversation', id, customerId);
    if (!stands(state, share.claim)) return true;
    const claim = uuidV5('room', share.claim);
    const now = new Date().toISOString();
    const asked = {
      ...{ claim, conversationId: id, sharing, now, isWaiting: true },
      lastUserId: state.lastUserId,
    };
    const context = doneBy(this.name, { customerId, doing: claim, now });
    const found = await this.rotas.claim(share.teamId, asked, context);
    if (!found?.userId) return false;
    const { userId, by, open, cap } = found;
    const told = { claim, userId, by, open, cap };
    await this.commands.execute(new ToConversation(id, { type: 'Share', told, from: share.claim }, context));
    return true;
  }

  private async release({ id, customerId, share, sharing }: SharedConversation): Promise<void> {
    const claim = uuidV5('offline', share.claim);
    const context = doneBy(this.name, { customerId, doing: claim, now: new Date().toISOString() });
    const told = { claim, userId: null, by: null, open: 0, cap: sharing.cap };
    await this.commands.execute(new ToConversation(id, { type: 'Share', told, from: share.claim }, context));
  }

  /**
   * Runs work for one conversation. An error is logged, so that it does not stop the work for other conversations.
   */
  private async attempt({ id }: SharedConversation, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof NotFound)) this.logger.warn({ err: error, conversationId: id });
    }
  }

  private knowsWindows(): boolean {
    return performance.now() - this.begunAt > PATIENCE_MS;
  }
}

function stands({ status, snoozed, routing: { share } }: ConversationState, claim: string): boolean {
  return status === 'open' && !snoozed && share?.claim === claim && share.userId === null;
}
