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

/** What somebody takes out of the product. Each is their own; administrators see that there is one. */
@Controller('api/v3/exports')
export class ExportsController {
  constructor(private readonly exports: Exports) {}

  @Get()
  @Requires('secure-exports:read')
  list(@CurrentPrincipal() me: Principal, @Query() { before }: ExportsQuery): Promise<ExportsResponse> {
    return this.exports.list(me, before);
  }

  /** What of a kind can be exported. */
  @Get('fields')
  @Requires('secure-exports:read')
  fields(
    @CurrentPrincipal() me: Principal,
    @Query() { kind }: ExportFieldsQuery,
  ): Promise<ExportFieldsResponse> {
    return this.exports.fields(me, kind);
  }

  /** How much an export would hold now: conversations, contacts or entries. */
  @Post('count')
  @HttpCode(200)
  @Requires('secure-exports:read')
  count(
    @CurrentPrincipal() me: Principal,
    @Body() asked: ExportSelectionRequest,
  ): Promise<{ count: number }> {
    return this.exports.count(me, asked);
  }

  /** Begins a job (`api/v3/jobs`), under the same id. */
  @Post()
  @Requires('secure-exports:create')
  begin(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() asked: ExportRequest,
  ): Promise<Export> {
    return this.exports.begin(me, id, asked);
  }

  /** The same once more, as of the same moment. */
  @Post(':id/again')
  @Requires('secure-exports:create')
  again(@CurrentPrincipal() me: Principal, @NewId() newId: string, @Id('id') id: string): Promise<Export> {
    return this.exports.again(me, newId, id);
  }

  /** A link for who asked for the export, for ten minutes. */
  @Post(':id/link')
  @HttpCode(200)
  @Requires('secure-exports:read')
  link(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<ExportLinkResponse> {
    return this.exports.link(me, id);
  }

  /** Made while it is sent: however large, it waits in no memory. */
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
    // As long as nothing has gone out, what goes wrong can still be said.
    await new Promise<void>((resolve, reject) => file.once('readable', resolve).once('error', reject));
    response
      .setHeader('Content-Type', contentType)
      .setHeader('Content-Disposition', `attachment; filename="${name}"`)
      .setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
      .setHeader('X-Content-Type-Options', 'nosniff')
      .setHeader('Cache-Control', 'no-store');
    await pipeline(file, response).catch((error: unknown) => {
      // Whoever stops listening half-way is no failure of ours.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  }

  /** Deletes the file for good. */
  @Delete(':id')
  @HttpCode(204)
  @Requires('secure-exports:delete')
  delete(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<void> {
    return this.exports.delete(me, id);
  }
}
