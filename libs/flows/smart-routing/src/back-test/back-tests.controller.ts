import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { BackTestRequest, BackTestRowsQuery } from '@parley/contracts/api/smart-routes.requests';
import type { BackTestResponse, BackTestRowsResponse } from '@parley/contracts/api/route-back-tests';
import type { SmartRouteContent } from '@parley/contracts/events';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { BackTests } from './back-tests';

/** Tests of rules on past messages. They run as jobs (`api/v3/jobs`) and change nothing. */
@Controller('api/v3/smart-route-back-tests')
export class BackTestsController {
  constructor(private readonly tests: BackTests) {}

  @Post()
  @Requires('smart-routing:read')
  begin(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() { routeId, draft, isAlone, from, to }: BackTestRequest,
  ): Promise<BackTestResponse> {
    const content = draft ? (JSON.parse(JSON.stringify(draft)) as SmartRouteContent) : null;
    return this.tests.begin(me, id, {
      ...{ routeId: routeId ?? null, draft: content, isAlone: isAlone ?? false, from, to },
    });
  }

  @Get(':id')
  @Requires('smart-routing:read')
  one(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<BackTestResponse> {
    return this.tests.one(me, id);
  }

  /** A page of the messages with this outcome, in the order in which they were received. */
  @Get(':id/rows')
  @Requires('smart-routing:read')
  rows(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { outcome, from }: BackTestRowsQuery,
  ): Promise<BackTestRowsResponse> {
    return this.tests.rows(me, id, { outcome, from: from ?? 0 });
  }
}
