import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { SignInProof, WebhookFeed } from '@parley/contracts/channels/manifest';
import { isProvider, type Provider } from '@parley/contracts/channels/offers';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Config } from '@parley/platform/config/config';
import { bearerOf, requireAbility } from '@parley/platform/http/auth.guard';
import { Id } from '@parley/platform/http/id';
import { Authenticator, Public, type Principal } from '@parley/platform/http/principal';
import { RateLimits } from '@parley/platform/http/rate-limits';
import type { IngressAnswer } from '../adapters/adapter';
import { adapterOf, manifestOf } from '../adapters/registry';
import { ChannelKeys } from './channel-keys';
import { InboundPublisher } from './inbound-publisher';
import { ingressRequestOf } from './ingress-request';

/**
 * Receives the webhooks of all providers. The manifest declares how webhooks are proved and answered. 200 means that
 * the bus has the webhook; after any other status, the provider posts it again. The sign-in guard lets every request
 * pass, since each webhook is proved here.
 */
@Controller('ingress/:provider/:channelId')
@Public()
export class IngressController {
  constructor(
    private readonly keys: ChannelKeys,
    private readonly inbound: InboundPublisher,
    private readonly authenticator: Authenticator,
    private readonly config: Config,
    private readonly limits: RateLimits,
  ) {}

  /** Answers a test of the address, or receives a webhook of a provider that sends only a query. */
  @Get()
  async get(
    @Param('provider') provider: string,
    @Id('channelId') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { name, feed } = fedByWebhooks(provider);
    if (feed.handshake) {
      const channel = await this.keys.channel(id, name);
      const secret = await this.keys.secret(channel, feed.handshake.secretName);
      const answer = secret ? adapterOf(name).handshake?.(request.query, secret) : null;
      if (!answer) throw new CodedError('not_authorized');
      return answered(response, answer);
    }
    if (!feed.isGetToo) throw new NotFound();
    return this.take({ name, feed }, id, request, response);
  }

  @Post()
  @HttpCode(200)
  post(
    @Param('provider') provider: string,
    @Id('channelId') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    return this.take(fedByWebhooks(provider), id, request, response);
  }

  private async take(
    { name, feed }: FedByWebhooks,
    id: string,
    request: Request,
    response: Response,
  ): Promise<string> {
    const colleague = feed.proof.by === 'sign-in' ? await this.signedIn(request, feed.proof) : null;
    const channel = await this.keys.channel(id, name);
    if (colleague && colleague.customerId !== channel.customerId) throw new NotFound();
    const webhook = ingressRequestOf(request, this.config.publicUrl);
    if (feed.proof.by === 'signature') {
      const secret = await this.keys.secret(channel, feed.proof.secretName);
      if (!secret || !adapterOf(name).verify?.(webhook, secret)) throw new CodedError('signature_invalid');
    }
    if (colleague) adapterOf(name).requireSound?.(webhook);
    await this.inbound.publish(channel, webhook);
    return feed.answer ? answered(response, feed.answer) : '';
  }

  /** @throws CodedError `unauthenticated`, `not_authorized` or `too_many_requests` */
  private async signedIn(request: Request, { ability }: SignInProof): Promise<Principal> {
    const principal = await this.authenticator.authenticate(bearerOf(request), request.ip);
    if (!principal) throw new CodedError('unauthenticated');
    this.limits.userRequests.take(principal.userId);
    requireAbility(principal, ability);
    return principal;
  }
}

interface FedByWebhooks {
  name: Provider;
  feed: WebhookFeed;
}

/** @throws NotFound if there is no such provider, or if it posts no webhooks */
function fedByWebhooks(name: string): FedByWebhooks {
  const feed = isProvider(name) ? manifestOf(name).feed : null;
  if (!isProvider(name) || feed?.by !== 'webhook') throw new NotFound();
  return { name, feed };
}

function answered(response: Response, { contentType, body }: IngressAnswer): string {
  response.setHeader('Content-Type', contentType);
  return body;
}
