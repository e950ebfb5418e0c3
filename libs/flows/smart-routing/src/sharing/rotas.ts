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
  LONGEST_ROTA,
  rota,
  type RotaCommand,
  ToRota,
} from '@parley/routing/domain/rota';
import { TeamQueries } from './team-queries';

/** Other processes that decide at the same time make it decide again, so often at most. */
const MOST_TRIES = 50;

/** What is asked, but for what is read of the team just before it decides. */
export type AskedClaim = Omit<
  Extract<RotaCommand, { type: 'Claim' }>,
  'type' | 'agents' | 'seen' | 'isQueued'
>;

/** Who of a team gets what: decided in one stream of the team at a time. */
@Injectable()
export class Rotas {
  /** The stream that a team is at, as far as this process knows. */
  private readonly numbers = new Map<string, number>();
  /** What this process asks of a team, one after the other. */
  private readonly lanes = new Map<string, Promise<unknown>>();

  constructor(
    private readonly aggregates: Aggregates,
    private readonly queries: TeamQueries,
    private readonly commands: CommandBus,
  ) {}

  /** @returns who gets it; null where it waits already and nobody has room */
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
        if (!(error instanceof Rejected) || tries >= MOST_TRIES) throw error;
        if (error.code === 'rota_full') number = await this.next(teamId, number, asked.now, context);
        else if (error.code !== 'busy') throw error;
      }
    }
  }

  /** Begins the first stream of a team, or the one after a full one. @returns which it is */
  private async next(teamId: string, number: number, now: string, context: CommandContext): Promise<number> {
    const { customerId } = context;
    const { state } = await this.aggregates.load(rota, 'rota', rotaId(teamId, number), customerId);
    // Another process has begun it meanwhile.
    if (state.count > 0 && state.count < LONGEST_ROTA) return number;
    const next = state.count === 0 ? number : number + 1;
    const command: RotaCommand = { type: 'Begin', teamId, number: next, ...carriedOver(state, now) };
    await this.commands.execute(new ToRota(rotaId(teamId, next), command, step(context, `rota ${next}`)));
    return next;
  }
}

function rotaId(teamId: string, number: number): string {
  return uuidV5(`rota ${number}`, teamId);
}
