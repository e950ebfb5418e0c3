import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { SupportRequestResponse, SupportResponse } from '@parley/contracts/api/support';
import { AskSupportRequest } from '@parley/contracts/api/support.requests';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Mailer } from '@parley/platform/mail/mailer';

import { SupportRequests } from './support-requests';
import { version } from './version';

/** Accepts support requests to the operator, and returns facts about the installation. */
@Controller('api/v3/support')
export class SupportController {
  constructor(
    private readonly requests: SupportRequests,
    private readonly mailer: Mailer,
  ) {}

  @Get()
  @Requires('support:read')
  support(): SupportResponse {
    return { version, isDelivering: this.mailer.isDelivering };
  }

  @Post('requests')
  @HttpCode(200)
  @Requires('support:create')
  async ask(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() request: AskSupportRequest,
  ): Promise<SupportRequestResponse> {
    return { number: await this.requests.ask(me, id, request) };
  }
}
