import { Body, Controller, Delete, Get, Headers, HttpCode, Post, Put } from '@nestjs/common';
import type { PushDeviceResponse, PushResponse, PushTestResponse } from '@parley/contracts/api/push';
import { PushDeviceRequest, PushTestRequest } from '@parley/contracts/api/push.requests';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { PushClient } from '../push-client';
import { PushDevices } from '../push-devices';
import { wordsIn } from '../words';

/** The browsers in which the signed-in user gets push notifications. */
@Controller('api/v3/push')
@Requires('settings:read')
export class PushController {
  constructor(
    private readonly devices: PushDevices,
    private readonly client: PushClient,
  ) {}

  @Get()
  async mine(@CurrentPrincipal() me: Principal): Promise<PushResponse> {
    const [publicKey, devices] = await Promise.all([this.client.publicKey(), this.devices.list(me)]);
    return { publicKey, devices };
  }

  /** Stores this browser's subscription; repeating it is a no-op. */
  @Put('devices')
  @Requires('settings:update')
  async subscribe(
    @CurrentPrincipal() me: Principal,
    @Body() request: PushDeviceRequest,
    @Headers('user-agent') userAgent = '',
  ): Promise<PushDeviceResponse> {
    return { id: await this.devices.subscribe(me, request, userAgent) };
  }

  @Delete('devices/:id')
  @HttpCode(204)
  @Requires('settings:update')
  remove(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<void> {
    return this.devices.remove(me, id);
  }

  /**
   * Sends a test push immediately.
   * @returns the push service's answer
   */
  @Post('devices/:id/test')
  @HttpCode(200)
  @Requires('settings:update')
  async test(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { id: testId }: PushTestRequest,
  ): Promise<PushTestResponse> {
    const { subscription, language } = await this.devices.subscriptionOf(me, id);
    const { testTitle: title, testText: text } = wordsIn(language);
    const pushed = await this.client.push(subscription, { kind: 'test', id: testId, title, text });
    const failure = pushed.failure === 'maybe' ? 'unreachable' : pushed.failure;
    await this.devices.note(id, failure);
    return { failure, status: pushed.status };
  }
}
