import { Body, Controller, Get, Patch, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { SignatureResponse, UserResponse } from '@parley/contracts/api/access';
import { SignatureRequest, UserPatch } from '@parley/contracts/api/access.requests';
import { type CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import type { UserCommand } from '../domain/user';
import { accessView } from '../read/access.projector';
import { AccessQueries } from '../read/access.queries';
import { sanitizeSignature } from '../write/sanitize-signature';
import { ToUser } from '../write/user.handler';

@Controller('api/v3/users')
@Requires('users:read')
export class UsersController {
  constructor(
    private readonly access: AccessQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: UserResponse[] } & Fresh> {
    return this.views.read(accessView.name, minPosition, async () => ({
      data: await this.access.users(me.customerId),
    }));
  }

  @Get(':id')
  one(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<UserResponse> {
    return this.access.user(me.customerId, id);
  }

  /** Everyone changes their own settings and status, and nobody those of others. */
  @Patch(':id')
  @Requires('settings:update')
  async update(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { settings = [], status }: UserPatch,
  ): Promise<CommandResponse> {
    await this.requireOneself(me, id);
    const changed = await this.execute(me, { type: 'ChangeSettings', settings });
    return status === undefined ? changed : this.execute(me, { type: 'ChangeStatus', status });
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

  /** Answers with what was kept of it. */
  @Put(':id/signature')
  @Requires('settings:update')
  async changeSignature(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() body: SignatureRequest,
  ): Promise<CommandResponse & SignatureResponse> {
    await this.requireOneself(me, id);
    const html = sanitizeSignature(body.html);
    const { position } = await this.execute(me, { type: 'ChangeSignature', userId: id, html });
    return { position, html };
  }

  /** @throws NotFound, Rejected for somebody else, who has to be there to be told apart */
  private async requireOneself(me: Principal, id: string): Promise<void> {
    await this.access.user(me.customerId, id);
    if (id !== me.userId) throw new Rejected('not_authorized');
  }

  private async execute(me: Principal, command: UserCommand): Promise<CommandResponse> {
    const { position } = await this.commands.execute(new ToUser(me.userId, command, requestedNow(me)));
    if (position === null) throw new NotFound();
    return { position };
  }
}
