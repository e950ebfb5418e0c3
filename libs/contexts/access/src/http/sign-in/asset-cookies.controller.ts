import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { SignedCookiesResponse } from '@parley/contracts/api/access';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { AccessQueries } from '../../read/access.queries';
import { AssetCookies } from './asset-cookies';

@Controller('api/v3/assets/signed-cookies')
export class AssetCookiesController {
  constructor(
    private readonly access: AccessQueries,
    private readonly cookies: AssetCookies,
  ) {}

  /**
   * Sets the cookie that opens files.
   * @throws NotFound for the storage of another organisation
   */
  @Get(':storageName')
  @Requires('inbox:read')
  async sign(
    @CurrentPrincipal() me: Principal,
    @Param('storageName') storageName: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedCookiesResponse> {
    const { customer } = await this.access.profile(me.customerId, me.userId);
    if (customer.storageName !== storageName) throw new NotFound();
    return { validUntil: this.cookies.give(response, me, Date.now()) };
  }
}
