import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { ProxyResponse } from '@parley/contracts/api/apps';
import { AppMailRequest, ProxyRequest } from '@parley/contracts/api/apps.requests';
import { Id } from '@parley/platform/http/id';
import { RequestKey } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { AppMails } from '../mail/app-mails';
import { AppProxy } from '../proxy/app-proxy';
import { AppQueries } from '../read/apps.queries';

/** Services for apps beyond the inbox: calls of other hosts, and e-mails. */
@Controller('api/v3/plugins')
@Requires('apps:read')
export class PluginsController {
  constructor(
    private readonly queries: AppQueries,
    private readonly appProxy: AppProxy,
    private readonly mails: AppMails,
  ) {}

  /** Calls a host that the app's manifest names. */
  @Post('proxy')
  @HttpCode(200)
  async proxy(
    @CurrentPrincipal() { customerId }: Principal,
    @Body() { pluginId, ...call }: ProxyRequest,
  ): Promise<ProxyResponse> {
    return this.appProxy.call(await this.queries.running(customerId, pluginId, 'proxy'), call);
  }

  /** Sends an e-mail in the organisation's name. */
  @Post(':pluginId/email')
  @HttpCode(202)
  async email(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('pluginId') id: string,
    @RequestKey() key: string,
    @Body() mail: AppMailRequest,
  ): Promise<{ id: string }> {
    const app = await this.queries.running(customerId, id, 'email');
    return { id: await this.mails.send(app, key, mail) };
  }
}
