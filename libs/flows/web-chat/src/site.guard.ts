import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SeenSites } from './seen-sites';
import { WebChatChannels, type WebChat } from './web-chat-channels';

/** A request that has passed `SiteGuard`. */
export interface AtWebChat extends Request {
  webChat: WebChat;
}

/**
 * Admits pages of sites that the channel names. Sets the CORS headers before any later refusal, so that the browser
 * shows that refusal to the page.
 */
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
