import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import type { Principal } from '@parley/platform/http/principal';
import type { UserChanges } from '../domain/user';
import { AccessQueries } from '../read/access.queries';
import { TeamsOfUser } from './teams-of-user';
import { ToUser } from './user.handler';

/** Changes the details, the role, the active state and the teams of a user. */
@Injectable()
export class EditUser {
  constructor(
    private readonly commands: CommandBus,
    private readonly access: AccessQueries,
    private readonly teams: TeamsOfUser,
  ) {}

  /** @throws Rejected with a code of the user's rules; NotFound for an unknown team */
  async edit(
    id: string,
    { teamIds, ...given }: UserChanges & { teamIds?: string[] },
    me: Principal,
  ): Promise<{ position: string }> {
    const now = await this.access.teamsOf(me.customerId, id);
    for (const teamId of teamIds ?? []) await this.access.team(me.customerId, teamId);
    const changes = { ...given, displayName: given.displayName?.trim(), email: given.email?.trim() };
    const { position } = await this.commands.execute(
      new ToUser(id, { type: 'Change', changes: defined(changes), by: me }, requestedNow(me)),
    );
    const moved = teamIds && (await this.teams.set(id, { now, wanted: teamIds }, me));
    return { position: moved ?? position ?? '' };
  }
}

/** Removes null fields: in JSON, null means the same as a missing field. */
function defined(changes: UserChanges): UserChanges {
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined && value !== null),
  );
}
