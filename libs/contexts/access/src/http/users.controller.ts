import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { validate as isUuid } from 'uuid';
import type {
  InvitationLinkResponse,
  SignatureResponse,
  UserLimitResponse,
  UserResponse,
} from '@parley/contracts/api/access';
import {
  DeleteUserQuery,
  InviteRequest,
  SignatureRequest,
  UserLimitRequest,
  UserPatch,
  UsersQuery,
} from '@parley/contracts/api/access.requests';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { RateLimits } from '@parley/platform/http/rate-limits';
import { accessView } from '../read/access.projector';
import { AccessQueries } from '../read/access.queries';
import { EditUser } from '../write/edit-user';
import { InviteUser } from '../write/invite-user';
import { ToCustomer } from '../write/customer.handler';
import { SignIn } from './sign-in/sign-in';
import { SignatureSanitizer } from '../write/signature-sanitizer';
import { ToUser, type UserRequest } from '../write/user.handler';

@Controller('api/v3/users')
@Requires('users:read')
export class UsersController {
  constructor(
    private readonly access: AccessQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
    private readonly inviting: InviteUser,
    private readonly editing: EditUser,
    private readonly signIn: SignIn,
    private readonly limits: RateLimits,
    private readonly signatures: SignatureSanitizer,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition, search, s }: UsersQuery,
  ): Promise<{ data: UserResponse[] } & Fresh> {
    const ids = s === undefined ? undefined : idsOf(s);
    return this.views.read(accessView.name, minPosition, async () => {
      const users = await this.access.users(me.customerId, { search, ids });
      return { data: users.map((user) => shownTo(me, user)) };
    });
  }

  @Get('limit')
  @Requires('users:create')
  async limit(@CurrentPrincipal() { customerId }: Principal): Promise<UserLimitResponse> {
    const settings = await this.access.customerSettings(customerId);
    const price = (cents: number) => (cents === -1 ? null : cents);
    return {
      limit: settings.limitUsers,
      taken: await this.access.seatsTaken(customerId),
      priceMonthly: price(settings.customUserPriceMonthly),
      priceYearly: price(settings.customUserPriceYearly),
    };
  }

  @Post('limit-requests')
  @Requires('users:create')
  async requestUsers(
    @CurrentPrincipal() me: Principal,
    @Body() { wanted }: UserLimitRequest,
  ): Promise<CommandResponse> {
    const { customerId } = me;
    const command = { type: 'RequestUsers', wanted } as const;
    return carryOut(this.commands, new ToCustomer(customerId, command, requestedNow(me)));
  }

  @Get(':id')
  async one(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<UserResponse> {
    return shownTo(me, await this.access.user(me.customerId, id));
  }

  @Post()
  @Requires('users:create')
  invite(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() request: InviteRequest,
  ): Promise<CommandResponse & { id: string }> {
    this.limits.invitations.take(me.userId);
    return this.inviting.invite(id, request, me);
  }

  /**
   * Changes a user. Users may change their own settings and status, and only their own; all other changes require the
   * permission to change users.
   */
  @Patch(':id')
  @Requires('settings:update')
  async update(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { settings, status, lastLogin, identityProviderId, active, ...others }: UserPatch,
  ): Promise<CommandResponse> {
    await this.access.user(me.customerId, id);
    const isSelf = id === me.userId;
    // Clients send `active: true` at sign-in. A signed-in user is active already, so that value is ignored for
    // oneself.
    const changes = { ...others, active: isSelf && active ? undefined : active };
    const own: UserRequest[] = [];
    if (settings) own.push({ type: 'ChangeSettings', settings });
    if (status) own.push({ type: 'ChangeStatus', status });
    const isEdited = Object.values(changes).some((change) => change !== undefined);
    const isOwn = own.length > 0 || lastLogin !== undefined || identityProviderId !== undefined;
    const mayNot = (isOwn && !isSelf) || (isEdited && !me.can('update', 'users'));
    if (mayNot) throw new Rejected('not_authorized');
    let position = '';
    for (const command of own) {
      ({ position } = await carryOut(this.commands, new ToUser(id, command, requestedNow(me))));
    }
    return isEdited ? this.editing.edit(id, changes, me) : { position };
  }

  @Get(':id/signature')
  @Requires('settings:read')
  async signature(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: PositionQuery,
  ): Promise<SignatureResponse & Fresh> {
    await this.requireOneself(me, id);
    return this.views.read(accessView.name, minPosition, async () => ({
      html: await this.access.signature(me.customerId, id),
    }));
  }

  /**
   * Saves the user's signature.
   * @returns the signature after sanitizing
   */
  @Put(':id/signature')
  @Requires('settings:update')
  async changeSignature(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() body: SignatureRequest,
  ): Promise<CommandResponse & SignatureResponse> {
    await this.requireOneself(me, id);
    const html = await this.signatures.sanitize(body.html, me.customerId);
    const command = { type: 'ChangeSignature', userId: id, html } as const;
    return { ...(await carryOut(this.commands, new ToUser(id, command, requestedNow(me)))), html };
  }

  /** @throws NotFound for an unknown user; Rejected if the user is not the caller */
  private async requireOneself(me: Principal, id: string): Promise<void> {
    await this.access.user(me.customerId, id);
    if (id !== me.userId) throw new Rejected('not_authorized');
  }

  @Delete(':id')
  @Requires('users:delete')
  async remove(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() query: DeleteUserQuery,
  ): Promise<CommandResponse> {
    await this.access.user(me.customerId, id);
    const { reassignToUser: userId = null, reassignToTeam: teamId = null } = query;
    if (userId === id || (userId && teamId)) throw new Rejected('unknown_assignee');
    await this.access.requireAssignee(me.customerId, { userId, teamId });
    const command = { type: 'Delete', reassignTo: { userId, teamId }, by: me } as const;
    return carryOut(this.commands, new ToUser(id, command, requestedNow(me)));
  }

  /**
   * Signs a user out in all browsers, for example after they lost a phone. The embedded provider then asks for the
   * password at the next sign-in. Any other issuer keeps its own session and may sign the user in without a password:
   * an administrator has to end that session at the issuer, or deactivate the user.
   */
  @Post(':id/sign-out')
  @HttpCode(204)
  @Requires('users:delete')
  async signOut(@CurrentPrincipal() { customerId }: Principal, @Id('id') id: string): Promise<void> {
    await this.access.user(customerId, id);
    await this.signIn.endEverywhere({ userId: id, customerId });
  }

  /** Sends the invitation again; earlier links become invalid. */
  @Post(':id/invitation')
  @HttpCode(200)
  @Requires('users:create')
  async renewInvitation(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    this.limits.invitations.take(me.userId);
    await this.access.user(me.customerId, id);
    const context = requestedNow(me);
    const command = { type: 'RenewInvitation', by: me, at: context.now } as const;
    return carryOut(this.commands, new ToUser(id, command, context));
  }

  /**
   * Returns the invitation's link for an administrator to pass on; available only if this server delivers no mail.
   */
  @Post(':id/invitation-link')
  @HttpCode(200)
  @Requires('users:create')
  async invitationLink(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
  ): Promise<InvitationLinkResponse> {
    this.limits.invitations.take(me.userId);
    await this.access.user(me.customerId, id);
    return this.inviting.linkFor(id, me);
  }
}

/** The user as the caller may see them: only users who may change users see the last sign-in and the invitation. */
function shownTo(me: Principal, user: UserResponse): UserResponse {
  if (me.can('update', 'users')) return user;
  const { id, displayName, email, role, status, state, active } = user;
  return { id, displayName, email, role, status, state, active };
}

/** Reads the ids from a filter of the form `{"$or":[{"id":"…"},…]}`. */
function idsOf(filter: string): string[] {
  try {
    const { $or: either } = JSON.parse(filter) as { $or: { id: unknown }[] };
    return either.map(({ id }) => {
      if (!isUuid(id)) throw new TypeError('no id');
      return id as string;
    });
  } catch {
    throw new CodedError('invalid_input', 's: {"$or":[{"id":"…"}]}');
  }
}
