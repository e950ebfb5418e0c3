import { pipeline } from 'node:stream/promises';
import { Body, Controller, Delete, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type {
  Export,
  ExportFieldsResponse,
  ExportLinkResponse,
  ExportsResponse,
} from '@parley/contracts/api/exports';
import {
  ExportFieldsQuery,
  ExportLinkQuery,
  ExportRequest,
  ExportSelectionRequest,
  ExportsQuery,
} from '@parley/contracts/api/exports.requests';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, OpenedByCookie, Requires, type Principal } from '@parley/platform/http/principal';
import { Exports } from '../exports';

/** Exports of data. Each belongs to the user who began it; administrators see only that it exists. */
@Controller('api/v3/exports')
export class ExportsController {
  constructor(private readonly exports: Exports) {}

  @Get()
  @Requires('secure-exports:read')
  list(@CurrentPrincipal() me: Principal, @Query() { before }: ExportsQuery): Promise<ExportsResponse> {
    return this.exports.list(me, before);
  }

  @Get('fields')
  @Requires('secure-exports:read')
  fields(
    @CurrentPrincipal() me: Principal,
    @Query() { kind }: ExportFieldsQuery,
  ): Promise<ExportFieldsResponse> {
    return this.exports.fields(me, kind);
  }

  /** Number of conversations, contacts or entries that an export would contain now. */
  @Post('count')
  @HttpCode(200)
  @Requires('secure-exports:read')
  count(
    @CurrentPrincipal() me: Principal,
    @Body() asked: ExportSelectionRequest,
  ): Promise<{ count: number }> {
    return this.exports.count(me, asked);
  }

  /** Begins a job (`api/v3/jobs`) with the same id. */
  @Post()
  @Requires('secure-exports:create')
  begin(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() asked: ExportRequest,
  ): Promise<Export> {
    return this.exports.begin(me, id, asked);
  }

  /** Makes the file again, with the data as they were at the same log position. */
  @Post(':id/again')
  @Requires('secure-exports:create')
  again(@CurrentPrincipal() me: Principal, @NewId() newId: string, @Id('id') id: string): Promise<Export> {
    return this.exports.again(me, newId, id);
  }

  /** Issues a link for the export's owner, valid for ten minutes. */
  @Post(':id/link')
  @HttpCode(200)
  @Requires('secure-exports:read')
  link(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<ExportLinkResponse> {
    return this.exports.link(me, id);
  }

  /** Streams the file while it is made, so that memory use does not grow with its size. */
  @Get(':id/file')
  @OpenedByCookie()
  @Requires('secure-exports:read')
  async file(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { link }: ExportLinkQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { name, contentType, open } = await this.exports.file(me, id, link);
    const file = await open();
    // Until the first byte is sent, an error can still be answered with its status.
    await new Promise<void>((resolve, reject) => file.once('readable', resolve).once('error', reject));
    response
      .setHeader('Content-Type', contentType)
      .setHeader('Content-Disposition', `attachment; filename="${name}"`)
      .setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
      .setHeader('X-Content-Type-Options', 'nosniff')
      .setHeader('Cache-Control', 'no-store');
    await pipeline(file, response).catch((error: unknown) => {
      // A client that disconnects before the end of the file is no error.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  }

  /** Deletes the file permanently. */
  @Delete(':id')
  @HttpCode(204)
  @Requires('secure-exports:delete')
  delete(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<void> {
    return this.exports.delete(me, id);
  }
}
