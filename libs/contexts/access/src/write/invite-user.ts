import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { InvitationLinkResponse } from '@parley/contracts/api/access';
import type { Role } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Mailer } from '@parley/platform/mail/mailer';
import type { Principal } from '@parley/platform/http/principal';
import { user } from '../domain/user';
import { AccessQueries } from '../read/access.queries';
import { InvitationLinks } from './invitation-links';
import { TeamsOfUser } from './teams-of-user';
import { ToUser } from './user.handler';

/** Invites new users to an organisation. */
@Injectable()
export class InviteUser {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly access: AccessQueries,
    private readonly teams: TeamsOfUser,
    private readonly links: InvitationLinks,
    private readonly mailer: Mailer,
  ) {}

  /** @throws Rejected `user_email_taken`, `user_limit_reached`, `not_authorized`; NotFound for an unknown team */
  async invite(
    id: string,
    request: { displayName: string; email: string; role: Role; teamIds: string[] },
    me: Principal,
  ): Promise<{ id: string; position: string }> {
    const { role, teamIds } = request;
    const [displayName, email] = [request.displayName.trim(), request.email.trim()];
    for (const teamId of teamIds) await this.access.team(me.customerId, teamId);
    const command = { type: 'Invite', userId: id, displayName, email, role, by: me } as const;
    const { position } = await this.commands.execute(new ToUser(id, command, requestedNow(me)));
    const joined = await this.teams.set(id, { now: [], wanted: teamIds }, me);
    return { id, position: joined ?? position ?? '' };
  }

  /**
   * The link of a user's invitation, for an administrator to pass on.
   * @throws Rejected `mail_delivered` if this server mails the links; `invitation_used` if the user is no longer
   * invited
   */
  async linkFor(userId: string, { customerId, role }: Principal): Promise<InvitationLinkResponse> {
    if (this.mailer.isDelivering) throw new Rejected('mail_delivered');
    const { state } = await this.aggregates.load(user, 'user', userId, customerId);
    if (state.status !== 'invited') throw new Rejected('invitation_used');
    if (state.role === 'admin' && role !== 'admin') throw new Rejected('not_authorized');
    const { invitation } = state;
    const { link, expiresAt } = this.links.linkFor({ customerId, userId, invitation }, Date.now());
    return { link, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() };
  }
}
