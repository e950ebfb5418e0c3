import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SeenSites } from './seen-sites';
import { WebChatChannels, type WebChat } from './web-chat-channels';

/** What a request that came through the guard bears. */
export interface AtWebChat extends Request {
  webChat: WebChat;
}

/** Lets pages of the sites that the channel names ask, and tells their browsers so: before anything may be refused. */
@Injectable()
export class SiteGuard implements CanActivate {
  constructor(
    private readonly channels: WebChatChannels,
    private readonly seen: SeenSites,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AtWebChat>();
    const response = context.switchToHttp().getResponse<Response>();
    const { origin } = request.headers;
    response.vary('Origin');
    request.webChat = await this.channels.require(String(request.params.channelId), origin);
    if (origin === undefined) return true;
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    this.seen.note(request.webChat.channel, origin);
    return true;
  }
}
