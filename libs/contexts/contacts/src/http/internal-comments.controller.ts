import { Body, Controller, Delete, HttpCode, Patch, Post } from '@nestjs/common';
import { CommentRequest, PatchCommentRequest } from '@parley/contracts/api/contacts.requests';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { ContactQueries } from '../read/contacts.queries';
import { VisibleContacts } from './visible-contacts';

/** Serves internal comments of colleagues about contacts; they do not require the contacts module. */
@Controller('api/v3/internal-comments')
@Requires('inbox:update')
export class InternalCommentsController {
  constructor(
    private readonly contacts: ContactQueries,
    private readonly visible: VisibleContacts,
  ) {}

  @Post()
  @HttpCode(201)
  async add(
    @CurrentPrincipal() me: Principal,
    @NewId() commentId: string,
    @Body() { contactId, comment: text }: CommentRequest,
  ): Promise<CreatedResponse> {
    const { userId } = me;
    const command = { type: 'AddComment', contactId, commentId, userId, text } as const;
    return { id: commentId, ...(await this.visible.execute(me, contactId, command)) };
  }

  @Patch(':id')
  async change(
    @CurrentPrincipal() me: Principal,
    @Id('id') commentId: string,
    @Body() { comment: text }: PatchCommentRequest,
  ): Promise<CommandResponse> {
    const contactId = await this.contactOf(me, commentId);
    const { userId } = me;
    const command = { type: 'ChangeComment', contactId, commentId, userId, text } as const;
    return this.visible.execute(me, contactId, command, () => contactId);
  }

  @Delete(':id')
  async remove(@CurrentPrincipal() me: Principal, @Id('id') commentId: string): Promise<CommandResponse> {
    const contactId = await this.contactOf(me, commentId);
    const command = { type: 'RemoveComment', commentId, userId: me.userId } as const;
    return this.visible.execute(me, contactId, command, () => contactId);
  }

  private async contactOf(me: Principal, commentId: string): Promise<string> {
    const { viewer } = await this.contacts.viewerAt(me);
    return this.contacts.contactOfComment(viewer, commentId);
  }
}
