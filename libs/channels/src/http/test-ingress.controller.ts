import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { ChannelKeys } from './channel-keys';
import { bytesOf } from './ingress-body';
import { InboundPublisher } from './inbound-publisher';

/** Where the phone of the test channel posts. Nothing is signed, so it takes a colleague's sign-in. */
@Controller('ingress/test/:channelId')
@Requires('inbox:read')
export class TestIngressController {
  constructor(
    private readonly keys: ChannelKeys,
    private readonly inbound: InboundPublisher,
  ) {}

  @Post()
  @HttpCode(200)
  async receive(
    @Id('channelId') id: string,
    @CurrentPrincipal() me: Principal,
    @Req() request: Request,
  ): Promise<void> {
    const channel = await this.keys.channel(id, 'test');
    if (channel.customerId !== me.customerId) throw new NotFound();
    await this.inbound.publish(channel, bytesOf(request), request.headers['content-type'] ?? '');
  }
}
