import { Controller, Get, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import type { LedgerEntry, LedgerResponse, LedgerView } from '@parley/contracts/api/broadcasts';
import { LedgerQuery } from '@parley/contracts/api/broadcasts.requests';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { CSV_BOM, csvLine } from '@parley/platform/csv/csv-line';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { BroadcastQueries } from '../read/broadcast.queries';
import { engageView } from '../read/engage.view';
import { LedgerQueries, type LedgerAsked } from '../read/ledger.queries';
import { BroadcastAudience } from '../write/neighbours';

/** Number of rows that are read at a time for the CSV file. */
const AT_ONCE = 1_000;
const columns = [
  ...['contactId', 'name', 'phone', 'status', 'reason', 'providerCode', 'attempt', 'variant'],
  ...['sentAt', 'deliveredAt', 'readAt', 'repliedAt', 'button', 'clickedAt'],
] as const satisfies readonly (keyof LedgerEntry)[];

/** The recipients of a broadcast and the state of their messages. */
@Controller('api/v3/engage/broadcasts/:id')
@Requires('engage:read')
export class LedgerController {
  constructor(
    private readonly broadcasts: BroadcastQueries,
    private readonly ledger: LedgerQueries,
    private readonly audience: BroadcastAudience,
    private readonly views: Views,
  ) {}

  @Get('recipients')
  async recipients(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
    @Query() { minPosition, ...asked }: LedgerQuery,
  ): Promise<LedgerResponse & Fresh> {
    await this.broadcasts.row(customerId, id);
    return this.views.read(engageView.name, minPosition, () => this.page(customerId, id, asked));
  }

  /** Returns all pages as a CSV file. */
  @Get('recipients.csv')
  async file(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
    @Query() { minPosition: _position, after: _after, limit: _limit, ...asked }: LedgerQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const { number } = await this.broadcasts.row(customerId, id);
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="broadcast-${number}.csv"`);
    return new StreamableFile(Readable.from(this.lines(customerId, id, asked)));
  }

  private async *lines(customerId: string, id: string, asked: LedgerView): AsyncIterable<string> {
    yield CSV_BOM + csvLine([...columns], ',');
    for (let after: string | undefined; ;) {
      const { data, next } = await this.page(customerId, id, { ...asked, after, limit: AT_ONCE });
      yield data
        .map((entry) =>
          csvLine(
            columns.map((column) => String(entry[column] ?? '')),
            ',',
          ),
        )
        .join('');
      if (next === null) return;
      after = next;
    }
  }

  private async page(customerId: string, id: string, asked: LedgerAsked): Promise<LedgerResponse> {
    const { data, next } = await this.ledger.page(customerId, id, asked);
    const people = await this.audience.people(
      customerId,
      data.map(({ contactId }) => contactId),
    );
    const nobody = { name: null, phone: null };
    return { data: data.map((entry) => ({ ...entry, ...(people.get(entry.contactId) ?? nobody) })), next };
  }
}
