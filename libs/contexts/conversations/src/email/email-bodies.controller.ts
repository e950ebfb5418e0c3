import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { EmailBodyResponse, EmailSourceResponse } from '@parley/contracts/api/email';
import { EmailBodyQuery, InlinePictureQuery, RemotePictureQuery } from '@parley/contracts/api/email.requests';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, OpenedByCookie, Requires, type Principal } from '@parley/platform/http/principal';
import { FileMissing, Storage } from '@parley/platform/storage/storage';
import { InboxQueries } from '../read/inbox.queries';
import { EmailBodies } from './email-bodies';
import { RemotePictures, typeOf } from './remote-picture';

@Controller('api/v3/email-chats/entries')
@Requires('emailInbox:read')
export class EmailBodiesController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly bodies: EmailBodies,
    private readonly pictures: RemotePictures,
    private readonly storage: Storage,
  ) {}

  @Get(':id/body')
  async body(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { pictures }: EmailBodyQuery,
  ): Promise<EmailBodyResponse> {
    return this.bodies.body(await this.inbox.viewer(me), id, pictures === 'true');
  }

  @Get(':id/source')
  async source(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<EmailSourceResponse> {
    return this.bodies.source(await this.inbox.viewer(me), id);
  }

  /**
   * Serves a remote image by its index in the e-mail, so that a client cannot make the server fetch any other URL.
   */
  @Get(':id/picture')
  @OpenedByCookie()
  async picture(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { at }: RemotePictureQuery,
    @Res() response: Response,
  ): Promise<void> {
    const address = await this.bodies.pictureOf(await this.inbox.viewer(me), id, at);
    send(response, await this.pictures.fetch(address));
  }

  /** Serves an image that is part of the e-mail. */
  @Get(':id/inline')
  @OpenedByCookie()
  async inline(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { asset: assetId }: InlinePictureQuery,
    @Res() response: Response,
  ): Promise<void> {
    const asset = await this.bodies.inlinePicture(await this.inbox.viewer(me), id, assetId);
    const bytes = await this.storage.get(asset.path).catch((error: unknown) => {
      throw error instanceof FileMissing ? new NotFound() : error;
    });
    const contentType = typeOf(bytes);
    if (!contentType) throw new NotFound();
    send(response, { bytes, contentType });
  }
}

function send(response: Response, { bytes, contentType }: { bytes: Buffer; contentType: string }): void {
  response
    .setHeader('Content-Type', contentType)
    .setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
    .setHeader('X-Content-Type-Options', 'nosniff')
    .setHeader('Cache-Control', 'private, max-age=3600')
    .end(bytes);
}
