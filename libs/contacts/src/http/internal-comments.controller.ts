import { randomUUID } from 'node:crypto';
import { Body, Controller, Delete, HttpCode, Patch, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CommentRequest, PatchCommentRequest } from '@parley/contracts/api/contacts.requests';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import type { ContactCommand } from '../domain/contact';
import { ContactQueries } from '../read/contacts.queries';
import { ToContact } from '../write/contact.handler';

/** What colleagues say of contacts among themselves, whoever has the module of contacts. */
@Controller('api/v3/internal-comments')
@Requires('inbox:update')
export class InternalCommentsController {
  constructor(
    private readonly contacts: ContactQueries,
    private readonly commands: CommandBus,
  ) {}

  @Post()
  @HttpCode(201)
  async add(
    @CurrentPrincipal() me: Principal,
    @Body() { contactId, comment: text }: CommentRequest,
  ): Promise<CreatedResponse> {
    const commentId = randomUUID();
    const { userId } = me;
    const command = { type: 'AddComment', contactId, commentId, userId, text } as const;
    return { id: commentId, ...(await this.execute(me, contactId, command)) };
  }

  @Patch(':id')
  async change(
    @CurrentPrincipal() me: Principal,
    @Id('id') commentId: string,
    @Body() { comment: text }: PatchCommentRequest,
  ): Promise<CommandResponse> {
    const contactId = await this.contacts.contactOfComment(me.customerId, commentId);
    const { userId } = me;
    return this.execute(me, contactId, { type: 'ChangeComment', contactId, commentId, userId, text });
  }

  @Delete(':id')
  async remove(@CurrentPrincipal() me: Principal, @Id('id') commentId: string): Promise<CommandResponse> {
    const contactId = await this.contacts.contactOfComment(me.customerId, commentId);
    return this.execute(me, contactId, { type: 'RemoveComment', commentId, userId: me.userId });
  }

  private async execute(me: Principal, contactId: string, command: ContactCommand): Promise<CommandResponse> {
    const { position } = await this.commands.execute(new ToContact(contactId, command, requestedNow(me)));
    return { position: position ?? '' };
  }
}
