import { Controller, Get, Query } from '@nestjs/common';
import type { CatalogueAppResponse } from '@parley/contracts/api/apps';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { CurrentPrincipal, Public, Requires, type Principal } from '@parley/platform/http/principal';
import { AppTokens } from '../identity/app-tokens';
import { AppQueries } from '../read/apps.queries';
import { appsView } from '../read/apps.view';

@Controller('api/v3/app-catalogue')
export class AppCatalogueController {
  constructor(
    private readonly queries: AppQueries,
    private readonly views: Views,
    private readonly tokens: AppTokens,
  ) {}

  @Get()
  @Requires('apps:update')
  list(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: CatalogueAppResponse[] } & Fresh> {
    return this.views.read(appsView.name, minPosition, async () => ({
      data: await this.queries.marketplace(customerId),
    }));
  }

  /** The public keys with which servers of apps verify the tokens of users. */
  @Get('jwks.json')
  @Public()
  keys() {
    return this.tokens.keys();
  }
}
