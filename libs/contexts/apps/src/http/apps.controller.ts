import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import type {
  AppCallResponse,
  AppDetailsResponse,
  AppMadeResponse,
  AppResponse,
  AppSignInResponse,
  AppTokenResponse,
} from '@parley/contracts/api/apps';
import {
  AppInstallation,
  AppsQuery,
  AppSettingsRequest,
  AppUpdateRequest,
} from '@parley/contracts/api/apps.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { AppSignIns } from '../connect/app-sign-ins';
import { AppTokens } from '../identity/app-tokens';
import { AppCalls } from '../proxy/app-calls';
import { AppProxy } from '../proxy/app-proxy';
import { AppQueries } from '../read/apps.queries';
import { appsView } from '../read/apps.view';
import { AdministerApps } from '../write/administer-apps';

@Controller('api/v3/apps')
@Requires('apps:read')
export class AppsController {
  constructor(
    private readonly queries: AppQueries,
    private readonly administer: AdministerApps,
    private readonly proxy: AppProxy,
    private readonly calls: AppCalls,
    private readonly tokens: AppTokens,
    private readonly signIns: AppSignIns,
    private readonly views: Views,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() { minPosition, ...filter }: AppsQuery,
  ): Promise<{ data: AppResponse[] } & Fresh> {
    return this.views.read(appsView.name, minPosition, async () => ({
      data: await this.queries.list(customerId, filter),
    }));
  }

  /** Installing an installed app changes nothing. */
  @Post()
  @Requires('apps:update')
  install(@CurrentPrincipal() me: Principal, @Body() request: AppInstallation): Promise<AppMadeResponse> {
    return this.administer.install(request, requestedNow(me));
  }

  @Get(':id')
  @Requires('apps:update')
  details(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: PositionQuery,
  ): Promise<AppDetailsResponse & Fresh> {
    return this.views.read(appsView.name, minPosition, () => this.queries.details(customerId, id));
  }

  /** Sets the named settings and returns the app with all of them. */
  @Put(':id')
  @Requires('apps:update')
  async set(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { settings }: AppSettingsRequest,
  ): Promise<AppDetailsResponse & CommandResponse> {
    if (settings.some(({ pluginId }) => pluginId !== undefined && pluginId !== id)) {
      throw new Rejected('invalid_input', 'pluginId');
    }
    const { position } = await this.administer.set(id, settings, requestedNow(me));
    await this.views.waitFor(appsView.name, position);
    return { ...(await this.queries.details(me.customerId, id)), position };
  }

  /** Updates to another version, with the scopes that the administrator grants. */
  @Post(':id/update')
  @HttpCode(200)
  @Requires('apps:update')
  update(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() request: AppUpdateRequest,
  ): Promise<CommandResponse> {
    return this.administer.update(id, request, requestedNow(me));
  }

  /** Ends the app's access immediately. Its data is kept for 30 days. */
  @Delete(':id')
  @Requires('apps:update')
  uninstall(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.administer.uninstall(id, requestedNow(me));
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Requires('apps:update')
  restore(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.administer.restore(id, requestedNow(me));
  }

  /** Begins a sign-in at the other service. The returned URL is opened in a separate window. */
  @Post(':id/connection')
  @HttpCode(200)
  @Requires('apps:update')
  connect(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<AppSignInResponse> {
    return this.signIns.begin(me, id);
  }

  /** Disconnects the app from the other service and deletes its tokens. */
  @Delete(':id/connection')
  @Requires('apps:update')
  disconnect(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.signIns.disconnect(id, requestedNow(me));
  }

  /** Tests the settings by a call of the URL that the manifest names. */
  @Post(':id/test')
  @HttpCode(200)
  @Requires('apps:update')
  async test(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
  ): Promise<{ status: number }> {
    const app = await this.queries.running(customerId, id, 'proxy');
    const { test } = app.manifest;
    if (!test) throw new Rejected('app_has_no_test');
    const headers = Object.entries(test.headers ?? {}).map(([name, value]) => ({ name, value }));
    const { status } = await this.proxy.call(app, { method: 'GET', url: test.url, headers });
    return { status };
  }

  /** The app's last calls through the proxy, newest first. */
  @Get(':id/calls')
  @Requires('apps:update')
  async lastCalls(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
  ): Promise<{ data: AppCallResponse[] }> {
    await this.queries.installed(customerId, id);
    return { data: await this.calls.last({ customerId, id }) };
  }

  /** Issues a token, valid for a minute, that identifies the user to the app's own server only. */
  @Post(':id/token')
  @HttpCode(200)
  async token(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<AppTokenResponse> {
    const app = await this.queries.running(me.customerId, id, 'identity');
    return this.tokens.issue(app, me);
  }

  /** Statistics of the app itself, from the URL that its manifest names. */
  @Get(':id/insights')
  @Requires('apps:update')
  async insights(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
  ): Promise<{ data: unknown }> {
    const app = await this.queries.running(customerId, id, 'proxy');
    const { insights: url } = app.manifest;
    if (!url) return { data: null };
    const { data } = await this.proxy.call(app, { method: 'GET', url, headers: [] });
    return { data };
  }
}
