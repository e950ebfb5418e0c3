import { Controller, Get, Header, HttpCode, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { CodedError } from '@parley/contracts/api/coded-error';
import { Id } from '@parley/platform/http/id';
import { Public } from '@parley/platform/http/principal';
import { answerToChallenge } from '../adapters/whatsapp-cloud/signature';
import { whatsappCloudAdapter } from '../adapters/whatsapp-cloud/whatsapp-cloud.adapter';
import { ChannelKeys } from './channel-keys';
import { bytesOf } from './ingress-body';
import { InboundPublisher } from './inbound-publisher';

/** Where Meta posts. 200 says that the bus has it; anything else makes Meta post it again. */
@Controller('ingress/whatsapp-cloud/:channelId')
@Public()
export class WhatsappIngressController {
  constructor(
    private readonly keys: ChannelKeys,
    private readonly inbound: InboundPublisher,
  ) {}

  @Get()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  async challenge(@Id('channelId') id: string, @Query() query: Record<string, unknown>): Promise<string> {
    const channel = await this.keys.channel(id, 'whatsapp-cloud');
    const verifyToken = await this.keys.secret(channel, 'verify-token');
    const answer = verifyToken === null ? null : answerToChallenge(query, verifyToken);
    if (answer === null) throw new CodedError('not_authorized');
    return answer;
  }

  @Post()
  @HttpCode(200)
  async receive(@Id('channelId') id: string, @Req() request: Request): Promise<void> {
    const channel = await this.keys.channel(id, 'whatsapp-cloud');
    const appSecret = await this.keys.secret(channel, 'app-secret');
    const body = bytesOf(request);
    if (!appSecret || !whatsappCloudAdapter.verify?.(body, request.headers, appSecret)) {
      throw new CodedError('signature_invalid');
    }
    await this.inbound.publish(channel, body, request.headers['content-type'] ?? '');
  }
}
