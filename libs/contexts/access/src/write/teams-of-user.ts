import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import type { Principal } from '@parley/platform/http/principal';
import { ToTeam } from './team.handler';

/** Changes the teams to which a user belongs. */
@Injectable()
export class TeamsOfUser {
  constructor(private readonly commands: CommandBus) {}

  /**
   * Adds the user to these teams and removes them from all others.
   * @returns the position of the last change; null if nothing changed
   */
  async set(
    userId: string,
    { now, wanted }: { now: string[]; wanted: string[] },
    me: Principal,
  ): Promise<string | null> {
    const joined = wanted.filter((teamId) => !now.includes(teamId));
    const left = now.filter((teamId) => !wanted.includes(teamId));
    const commands = [
      ...joined.map((teamId) => [teamId, 'AddMember'] as const),
      ...left.map((teamId) => [teamId, 'RemoveMember'] as const),
    ];
    let last: string | null = null;
    for (const [teamId, type] of commands) {
      const { position } = await this.commands.execute(
        new ToTeam(teamId, { type, userId }, requestedNow(me)),
      );
      if (position !== null && (last === null || position > last)) last = position;
    }
    return last;
  }
}
