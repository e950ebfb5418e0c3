import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { AppConnectedResponse } from '@parley/contracts/api/apps';
import { AppConnectionRequest } from '@parley/contracts/api/apps.requests';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { AppSignIns } from '../connect/app-sign-ins';

/** Finishes a sign-in for an app, with the data that the service returned to its window. */
@Controller('api/v3/app-connections')
export class AppConnectionsController {
  constructor(private readonly signIns: AppSignIns) {}

  @Post()
  @HttpCode(200)
  @Requires('apps:update')
  finish(
    @CurrentPrincipal() me: Principal,
    @Body() request: AppConnectionRequest,
  ): Promise<AppConnectedResponse> {
    return this.signIns.finish(me, request, requestedNow(me));
  }
}
