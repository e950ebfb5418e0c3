import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type {
  EmailSourceResponse,
  RetriedMailsResponse,
  SetAsideMailsResponse,
} from '@parley/contracts/api/email';
import { RetryMailsRequest, SetAsideMailsQuery } from '@parley/contracts/api/email.requests';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, OpenedByCookie, Requires, type Principal } from '@parley/platform/http/principal';
import { FileMissing, Storage } from '@parley/platform/storage/storage';
import { RetrySetAside } from './retry-set-aside';
import { SetAsideMails } from './set-aside-mails';

/** Number of characters of a mail's source that are returned; the whole source can be downloaded as a file. */
const MAX_SOURCE = 200_000;

/** Set-aside mails: those that could not be read. Users who may change channels see all of them. */
@Controller('api/v3/set-aside-mails')
@Requires('channels:update')
export class SetAsideMailsController {
  constructor(
    private readonly mails: SetAsideMails,
    private readonly retrying: RetrySetAside,
    private readonly storage: Storage,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() { page }: SetAsideMailsQuery,
  ): Promise<SetAsideMailsResponse> {
    return this.mails.list(customerId, page);
  }

  @Get(':id/source')
  async source(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
  ): Promise<EmailSourceResponse> {
    const bytes = await this.bytes(customerId, id);
    return { source: bytes.subarray(0, MAX_SOURCE).toString('utf8'), isCut: bytes.length > MAX_SOURCE };
  }

  @Get(':id/file')
  @OpenedByCookie()
  async file(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    const bytes = await this.bytes(customerId, id);
    response
      .setHeader('Content-Type', 'message/rfc822')
      .setHeader('Content-Disposition', 'attachment; filename="message.eml"')
      .setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
      .setHeader('X-Content-Type-Options', 'nosniff')
      .setHeader('Cache-Control', 'private, no-store')
      .end(bytes);
  }

  @Post('retry')
  @HttpCode(200)
  async retry(
    @CurrentPrincipal() { customerId }: Principal,
    @Body() { ids }: RetryMailsRequest,
  ): Promise<RetriedMailsResponse> {
    return { data: await this.retrying.retry(customerId, ids) };
  }

  /** @throws NotFound if there is no such mail, or if only its server has the bytes */
  private async bytes(customerId: string, id: string): Promise<Buffer> {
    const found = await this.mails.find(customerId, id);
    if (!found?.path) throw new NotFound();
    return this.storage.get(found.path).catch((error: unknown) => {
      throw error instanceof FileMissing ? new NotFound() : error;
    });
  }
}
