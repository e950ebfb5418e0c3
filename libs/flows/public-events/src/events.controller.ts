import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { EventsQuery } from '@parley/contracts/api/events.requests';
import { position } from '@parley/contracts/api/position';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { EventFeed } from './event-feed';
import { EventStreams } from './event-streams';

/** The events of the organisation, for programs that cannot receive webhooks. */
@Controller('api/v3/events')
export class EventsController {
  constructor(
    private readonly feed: EventFeed,
    private readonly streams: EventStreams,
  ) {}

  /**
   * Returns a page as JSON; if the request accepts `text/event-stream`, server-sent events with their positions as
   * `id`.
   */
  @Get()
  @Requires('events:read')
  @ApiHeader({ name: 'Last-Event-ID', required: false, description: 'Of server-sent events: as `after`.' })
  async read(
    @CurrentPrincipal() me: Principal,
    @Query() query: EventsQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const isStream = /\btext\/event-stream\b/i.test(request.headers.accept ?? '');
    if (!isStream) {
      response.json(await this.feed.page(me, query));
      return;
    }
    const last = request.headers['last-event-id'];
    const after = typeof last === 'string' && position.test(last) ? last : query.after;
    await this.streams.write(me, { ...query, after }, request, response);
  }
}
