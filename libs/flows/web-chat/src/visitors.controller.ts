import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Options, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { InboundPublisher } from '@parley/channels/http/inbound-publisher';
import { CodedError } from '@parley/contracts/api/coded-error';
import {
  visitorMessageKey,
  type VisitorEntriesResponse,
  type VisitorFileResponse,
  type VisitorMessageResponse,
  type VisitorSession,
  type WebChatFile,
  type WebChatInfo,
  type WebChatWebhook,
} from '@parley/contracts/api/web-chat';
import {
  IntroductionRequest,
  VisitorEntriesQuery,
  VisitorFileQuery,
  VisitorMessageBody,
  VisitorReceiptBody,
  VisitorSessionBody,
} from '@parley/contracts/api/web-chat.requests';
import { idOfProviderMessage } from '@parley/conversations/write/message-ids';
import { bearerOf } from '@parley/platform/http/auth.guard';
import { Public } from '@parley/platform/http/principal';
import { countedAddress, RateLimits } from '@parley/platform/http/rate-limits';
import { SiteGuard, type AtWebChat } from './site.guard';
import { identifiedBy, introductionOf, VisitorTokens, type Visitor } from './visitor-tokens';
import { VisitorThreads } from './visitor-threads';
import { VisitorUploads } from './visitor-uploads';
import { infoOf, WebChatChannels, type WebChat } from './web-chat-channels';

/**
 * The API of the web chat's widget. A token alone identifies the visitor: no request contains an id of a contact or a
 * conversation. Messages and receipts go to the inbound consumer, like webhooks of providers; the request is answered
 * once the bus has stored them.
 */
@ApiExcludeController()
@Controller('web-chat/:channelId')
@Public()
@UseGuards(SiteGuard)
export class VisitorsController {
  constructor(
    private readonly channels: WebChatChannels,
    private readonly tokens: VisitorTokens,
    private readonly threads: VisitorThreads,
    private readonly uploads: VisitorUploads,
    private readonly inbound: InboundPublisher,
    private readonly limits: RateLimits,
  ) {}

  /** Responds to the preflight request that browsers send before they post from another site. */
  @Options('*path')
  @HttpCode(204)
  preflight(@Res({ passthrough: true }) response: Response): void {
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
    response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
    response.setHeader('Access-Control-Max-Age', '7200');
  }

  @Get()
  info(@Req() { webChat }: AtWebChat, @Res({ passthrough: true }) response: Response): WebChatInfo {
    response.setHeader('Cache-Control', 'private, max-age=30');
    return infoOf(webChat, new Date().toISOString());
  }

  /** Starts a session. Without a valid token and without an identity from the site, the visitor is a new one. */
  @Post('sessions')
  @HttpCode(200)
  async session(
    @Req() { webChat, ip }: AtWebChat,
    @Body() { token, identity }: VisitorSessionBody,
  ): Promise<VisitorSession> {
    const address = countedAddress(ip);
    const { id: channelId } = webChat.channel;
    const identified = identity ? await this.identified(webChat, identity) : null;
    const known = token ? await this.tokens.visitor(token, channelId) : null;
    // Only an anonymous session is continued. A session that the site had identified ends if the site sends no
    // identity: another person may use this browser now.
    const returning = known?.isIdentified === false ? known : null;
    if (!identified && !returning) this.limits.visitorSessions.take(address);
    const visitor = identified?.visitor ?? returning ?? newVisitor(channelId);
    this.limits.visitorRequests.take(keyOf(visitor));
    const found = await this.threads.find(visitor, webChat.channel);
    return {
      token: await this.tokens.session(visitor, identified?.until),
      isIdentified: visitor.isIdentified,
      known: found.known,
      hasHistory: found.thread !== null,
    };
  }

  @Get('entries')
  async entries(
    @Req() request: AtWebChat,
    @Query() { before }: VisitorEntriesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<VisitorEntriesResponse> {
    const visitor = await this.visitor(request);
    response.setHeader('Cache-Control', 'no-store');
    const { thread } = await this.threads.find(visitor, request.webChat.channel);
    return this.threads.page(thread, before);
  }

  @Post('messages')
  @HttpCode(200)
  async message(
    @Req() request: AtWebChat,
    @Body() { key, text, files: given = [], introduction }: VisitorMessageBody,
  ): Promise<VisitorMessageResponse> {
    const visitor = await this.visitor(request);
    this.takeMessage(visitor, request.ip);
    const files = await Promise.all(given.map((file) => this.tokens.uploaded(file, visitor)));
    if (files.includes(null)) throw new CodedError('invalid_input', 'files');
    if (!text && files.length === 0) throw new CodedError('invalid_input', 'text');
    const known = files.filter((file): file is WebChatFile => file !== null);
    const event = {
      type: 'message',
      key,
      ...(text && { text }),
      ...(known.length > 0 && { files: known }),
    } as const;
    await this.publish(request.webChat, visitor, event, { ...introduction });
    return { id: idOfProviderMessage(request.webChat.channel.id, visitorMessageKey(visitor.id, key)) };
  }

  @Post('introduction')
  @HttpCode(204)
  async introduction(@Req() request: AtWebChat, @Body() introduction: IntroductionRequest): Promise<void> {
    const visitor = await this.visitor(request);
    this.takeMessage(visitor, request.ip);
    await this.publish(request.webChat, visitor, { type: 'introduction' }, { ...introduction });
  }

  @Post('files')
  @HttpCode(200)
  async file(@Req() request: AtWebChat, @Query() { name }: VisitorFileQuery): Promise<VisitorFileResponse> {
    const visitor = await this.visitor(request);
    this.takeMessage(visitor, request.ip);
    const contentType = request.headers['content-type'] ?? 'application/octet-stream';
    const stored = await this.uploads.store(bytesOf(request), contentType, name);
    return { file: await this.tokens.file(visitor, stored) };
  }

  @Post('receipts')
  @HttpCode(204)
  async receipt(@Req() request: AtWebChat, @Body() { status, until }: VisitorReceiptBody): Promise<void> {
    const visitor = await this.visitor(request);
    await this.publish(request.webChat, visitor, { type: 'receipt', status, until });
  }

  /** @throws CodedError `unauthenticated` if the token is missing or invalid */
  private async visitor(request: AtWebChat): Promise<Visitor> {
    const token = bearerOf(request);
    const visitor = token ? await this.tokens.visitor(token, request.webChat.channel.id) : null;
    if (!visitor) throw new CodedError('unauthenticated');
    this.limits.visitorRequests.take(keyOf(visitor));
    return visitor;
  }

  private async identified(webChat: WebChat, identity: string) {
    const secret = await this.channels.signInSecret(webChat);
    return secret ? identifiedBy(identity, secret, webChat.channel.id) : null;
  }

  private takeMessage(visitor: Visitor, ip: string | undefined): void {
    this.limits.visitorMessages.take(keyOf(visitor));
    this.limits.visitorAddressMessages.take(countedAddress(ip));
  }

  private publish(
    { channel }: WebChat,
    { id: visitor, profile }: Visitor,
    event: WebChatWebhook['event'],
    introduction: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    // Fields that the site has signed override fields that the visitor typed.
    const webhook: WebChatWebhook = {
      channelId: channel.id,
      visitor,
      profile: { ...introductionOf(introduction), ...profile },
      event,
    };
    const body = Buffer.from(JSON.stringify(webhook));
    return this.inbound.publish(channel, { body, contentType: 'application/json', query: '', headers: {} });
  }
}

function newVisitor(channelId: string): Visitor {
  return { channelId, id: `v-${randomUUID()}`, isIdentified: false, profile: {} };
}

function keyOf({ channelId, id }: Visitor): string {
  return `${channelId}/${id}`;
}

/** The raw body that `visitorBody` parsed. */
function bytesOf(request: Request): Buffer {
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
