import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { accessView } from '@parley/access/read/access.projector';
import { AccessQueries } from '@parley/access/read/access.queries';
import { SignatureSanitizer } from '@parley/access/write/signature-sanitizer';
import { ToUser } from '@parley/access/write/user.handler';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import type { SignatureResponse } from '@parley/contracts/api/access';
import { SignatureRequest } from '@parley/contracts/api/access.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';

/** A user's own signature under mails from one mailbox. */
@Controller('api/v3/users/:id/signatures/:channelId')
export class MailSignaturesController {
  constructor(
    private readonly access: AccessQueries,
    private readonly channels: ChannelQueries,
    private readonly commands: CommandBus,
    private readonly views: Views,
    private readonly signatures: SignatureSanitizer,
  ) {}

  /** @throws NotFound if there is no such user, Rejected `not_authorized` for another user's signature */
  @Get()
  @Requires('settings:read')
  async signature(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('channelId') channelId: string,
    @Query() { minPosition }: PositionQuery,
  ): Promise<SignatureResponse & Fresh> {
    await this.requireOneself(me, id);
    return this.views.read(accessView.name, minPosition, () =>
      this.access.signatureFor(me.customerId, id, channelId),
    );
  }

  /**
   * Saves a signature. An empty one removes it, so that the user's general signature applies to the mailbox.
   * @returns the sanitised signature
   * @throws NotFound for a channel that the user cannot see or that is no mailbox
   * @throws Rejected `not_authorized` for another user's signature, `signature_too_large`, `too_many_signatures`
   */
  @Put()
  @Requires('settings:update')
  async change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('channelId') channelId: string,
    @Body() body: SignatureRequest,
  ): Promise<CommandResponse & SignatureResponse> {
    await this.requireOneself(me, id);
    const { platform } = await this.channels.one(me, channelId);
    if (platform !== 'email') throw new NotFound();
    const html = await this.signatures.sanitize(body.html, me.customerId);
    const command = { type: 'ChangeChannelSignature', userId: id, channelId, html } as const;
    return { ...(await carryOut(this.commands, new ToUser(id, command, requestedNow(me)))), html };
  }

  private async requireOneself(me: Principal, id: string): Promise<void> {
    await this.access.user(me.customerId, id);
    if (id !== me.userId) throw new Rejected('not_authorized');
  }
}
