import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SeenSites } from './seen-sites';
import { WebChatChannels, type WebChat } from './web-chat-channels';

/** A request that has passed `SiteGuard`. */
export interface AtWebChat extends Request {
  webChat: WebChat;
}

/**
 * Admits requests from sites that the channel allows. The guard sets the CORS headers even for a request that is
 * refused later, so that the browser lets the page read that refusal.
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
