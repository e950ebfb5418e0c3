import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, OpenedByCookie, Requires, type Principal } from '@parley/platform/http/principal';
import { ContactPictures } from './contact-pictures';

/** The picture of a conversation's contact, for users who may see the conversation. */
@ApiExcludeController()
@Controller('api/v3/messaging-chats/:id/picture')
@Requires('inbox:read')
export class PicturesController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly pictures: ContactPictures,
  ) {}

  /** Returns 204 if there is no picture; the web shows initials then. */
  @Get()
  @OpenedByCookie()
  async picture(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    const { chat } = await this.inbox.findVisible(await this.inbox.viewer(me), id);
    const picture = await this.pictures.find(me.customerId, chat.contactId);
    response.setHeader('Cache-Control', `private, max-age=${picture ? 3_600 : 300}`);
    if (!picture) return void response.status(204).end();
    response.setHeader('Content-Security-Policy', "default-src 'none'");
    response.type(picture.contentType).send(picture.body);
  }
}
