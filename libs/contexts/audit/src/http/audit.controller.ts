import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AUDIT_COUNT_HEADER, type AuditResponse } from '@parley/contracts/api/audit';
import { AuditFilter, AuditQuery } from '@parley/contracts/api/audit.requests';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { auditView } from '../read/audit.projector';
import { AuditQueries } from '../read/audit.queries';
import { csvHead, csvOf } from './audit-csv';

@Controller('api/v3/audit')
@Requires('audit:read')
export class AuditController {
  constructor(
    private readonly audit: AuditQueries,
    private readonly views: Views,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { before, minPosition, ...filter }: AuditQuery,
  ): Promise<AuditResponse & Fresh> {
    return this.views.read(auditView.name, minPosition, () => this.audit.page(me.customerId, filter, before));
  }

  /** Streams all matching entries as CSV, so that memory use does not grow with their number. */
  @Get('export')
  async export(
    @CurrentPrincipal() me: Principal,
    @Query() filter: AuditFilter,
    @Res() response: Response,
  ): Promise<void> {
    const count = await this.audit.count(me.customerId, filter);
    const day = new Date().toISOString().slice(0, 10);
    response
      .setHeader('Content-Type', 'text/csv; charset=utf-8')
      .setHeader('Content-Disposition', `attachment; filename="audit-${day}.csv"`)
      .setHeader('Cache-Control', 'no-store')
      .setHeader(AUDIT_COUNT_HEADER, String(count));
    await pipeline(Readable.from(this.lines(me.customerId, filter)), response).catch((error: unknown) => {
      // A client that disconnects before the end of the file is no error.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  }

  private async *lines(customerId: string, filter: AuditFilter): AsyncGenerator<string> {
    yield csvHead;
    for await (const { entries, names } of this.audit.all(customerId, filter)) {
      yield entries.map((entry) => csvOf(entry, names)).join('');
    }
  }
}
