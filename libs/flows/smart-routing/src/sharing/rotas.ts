import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { RotaClaim } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import {
  carriedOver,
  claimed,
  MAX_ROTA_LENGTH,
  rota,
  type RotaCommand,
  ToRota,
} from '@parley/routing/domain/rota';
import { TeamQueries } from './team-queries';

/** Maximum number of tries of a claim, which fails if another process claims in the same team at the same time. */
const MAX_TRIES = 50;

/** A claim without the facts about the team, which are read immediately before the claim is decided. */
export type AskedClaim = Omit<
  Extract<RotaCommand, { type: 'Claim' }>,
  'type' | 'agents' | 'seen' | 'isQueued'
>;

/**
 * Chooses the agent to whom a conversation of a team is assigned. Each choice is an event in the team's current
 * stream, so concurrent processes choose one after the other.
 */
@Injectable()
export class Rotas {
  /** Number of each team's current stream, as this process last read it. */
  private readonly numbers = new Map<string, number>();
  /** The last pending claim of each team in this process, for which the next claim waits. */
  private readonly lanes = new Map<string, Promise<unknown>>();

  constructor(
    private readonly aggregates: Aggregates,
    private readonly queries: TeamQueries,
    private readonly commands: CommandBus,
  ) {}

  /** @returns the claim with the chosen agent; null if the conversation is already waiting and no agent has room */
  async claim(teamId: string, asked: AskedClaim, context: CommandContext): Promise<RotaClaim | null> {
    const before = this.lanes.get(teamId) ?? Promise.resolve();
    const decided = before.catch(() => undefined).then(() => this.decide(teamId, asked, context));
    this.lanes.set(teamId, decided);
    try {
      return await decided;
    } finally {
      if (this.lanes.get(teamId) === decided) this.lanes.delete(teamId);
    }
  }

  private async decide(
    teamId: string,
    asked: AskedClaim,
    context: CommandContext,
  ): Promise<RotaClaim | null> {
    const { customerId } = context;
    let number = this.numbers.get(teamId) ?? (await this.queries.rotaNumber(customerId, teamId));
    for (let tries = 1; ; tries++) {
      const team = await this.queries.now(customerId, teamId, asked.conversationId);
      const command: RotaCommand = { type: 'Claim', ...asked, ...team };
      try {
        const id = rotaId(teamId, number);
        const { state } = await this.commands.execute(new ToRota(id, command, context));
        this.numbers.set(teamId, number);
        return claimed(state, asked.claim);
      } catch (error) {
        if (!(error instanceof Rejected) || tries >= MAX_TRIES) throw error;
        if (error.code === 'rota_full') number = await this.next(teamId, number, asked.now, context);
        else if (error.code !== 'busy') throw error;
      }
    }
  }

  /**
   * Begins the team's first stream, or the next one once the current one is full.
   * @returns the stream's number
   */
  private async next(teamId: string, number: number, now: string, context: CommandContext): Promise<number> {
    const { customerId } = context;
    const { state } = await this.aggregates.load(rota, 'rota', rotaId(teamId, number), customerId);
    // Another process has begun the stream since this one read its number.
    if (state.count > 0 && state.count < MAX_ROTA_LENGTH) return number;
    const next = state.count === 0 ? number : number + 1;
    const command: RotaCommand = { type: 'Begin', teamId, number: next, ...carriedOver(state, now) };
    await this.commands.execute(new ToRota(rotaId(teamId, next), command, step(context, `rota ${next}`)));
    return next;
  }
}

function rotaId(teamId: string, number: number): string {
  return uuidV5(`rota ${number}`, teamId);
}
