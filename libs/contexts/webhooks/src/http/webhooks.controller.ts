import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import {
  MAX_WEBHOOKS,
  WEBHOOK_OVERLAP_HOURS,
  type WebhookDeliveriesResponse,
  type WebhookDeliveryDetailResponse,
  type WebhookHeadersResponse,
  type WebhookMadeResponse,
  type WebhookResponse,
} from '@parley/contracts/api/webhooks';
import {
  WebhookDeliveriesQuery,
  WebhookPatch,
  WebhookReplay,
  WebhookRequest,
  WebhookResumption,
  WebhookRotation,
} from '@parley/contracts/api/webhooks.requests';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { eventByName } from '../catalogue/catalogue';
import { DeliveryRequests } from '../delivery/delivery-requests';
import { ReceiverAddresses } from '../delivery/receiver-address';
import { additionalHeaders } from '../domain/additional-headers';
import { ToWebhook, type WebhookCommand } from '../domain/webhook';
import { WebhookQueries } from '../read/webhooks.queries';
import { webhooksView } from '../read/webhooks.view';
import { WebhookSecrets } from '../write/webhook-secrets';

const HOUR_MS = 3_600_000;

@Controller('api/v3/webhooks')
@Requires('developers:read')
export class WebhooksController {
  constructor(
    private readonly queries: WebhookQueries,
    private readonly secrets: WebhookSecrets,
    private readonly addresses: ReceiverAddresses,
    private readonly requests: DeliveryRequests,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: WebhookResponse[] } & Fresh> {
    return this.views.read(webhooksView.name, minPosition, async () => ({
      data: await this.queries.list(me.customerId, new Date().toISOString()),
    }));
  }

  /** The response contains the signing secret, which cannot be read again later. */
  @Post()
  @Requires('developers:create')
  async create(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() request: WebhookRequest,
  ): Promise<WebhookMadeResponse> {
    if ((await this.queries.count(me.customerId)) >= MAX_WEBHOOKS) throw new Rejected('webhook_too_many');
    const { secret, hint } = this.secrets.generate();
    const { enabled, headers = '', events, url = request.url } = this.checked(me, request);
    if (!events) throw new Rejected('invalid_input', 'events');
    const { version, payload } = request;
    const details = { url, events, version, payload, ...this.named(headers) };
    const made = await this.commands.execute(
      new ToWebhook(id, { type: 'Create', details, hint }, requestedNow(me)),
    );
    const isNew = made.events.length > 0;
    const owner = { customerId: me.customerId, id };
    if (isNew) {
      await this.secrets.rotate(owner, secret);
      await this.secrets.keepHeaders(owner, headers);
    }
    const paused = enabled === false ? await this.carryOut(me, id, { type: 'Pause' }) : null;
    return { id, secret: isNew ? secret : null, position: paused?.position ?? made.position ?? '' };
  }

  @Patch(':id')
  @Requires('developers:update')
  async change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() request: WebhookPatch,
  ): Promise<CommandResponse> {
    const { enabled, headers, ...asked } = this.checked(me, request);
    const details = { ...asked, ...(headers === undefined ? {} : this.named(headers)) };
    const changed = await this.carryOut(me, id, { type: 'Change', details });
    if (headers !== undefined) await this.secrets.keepHeaders({ customerId: me.customerId, id }, headers);
    if (enabled === undefined) return changed;
    return this.carryOut(me, id, enabled ? { type: 'Resume', isSkipping: false } : { type: 'Pause' });
  }

  /** Returns the additional headers with their values, for editing. */
  @Get(':id/headers')
  @Requires('developers:update')
  async headers(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<WebhookHeadersResponse> {
    await this.queries.require(me.customerId, id);
    return { headers: await this.secrets.headers({ customerId: me.customerId, id }) };
  }

  /** Creates another secret; deliveries are signed with both for a day. */
  @Post(':id/rotate')
  @HttpCode(200)
  @Requires('developers:update')
  async rotate(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { hint: seen }: WebhookRotation,
  ): Promise<WebhookMadeResponse> {
    const { secret, hint } = this.secrets.generate();
    const context = requestedNow(me);
    const previousUntil = new Date(Date.parse(context.now) + WEBHOOK_OVERLAP_HOURS * HOUR_MS).toISOString();
    const rotated = await this.commands.execute(
      new ToWebhook(id, { type: 'Rotate', seen, hint, previousUntil }, context),
    );
    await this.secrets.rotate({ customerId: me.customerId, id }, secret);
    return { id, secret, position: rotated.position ?? '' };
  }

  @Post(':id/pause')
  @HttpCode(200)
  @Requires('developers:update')
  pause(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.carryOut(me, id, { type: 'Pause' });
  }

  /** Resumes a webhook, and delivers or skips its waiting deliveries. */
  @Post(':id/resume')
  @HttpCode(200)
  @Requires('developers:update')
  resume(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { skip }: WebhookResumption,
  ): Promise<CommandResponse> {
    return this.carryOut(me, id, { type: 'Resume', isSkipping: skip });
  }

  @Delete(':id')
  @Requires('developers:delete')
  async remove(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    const removed = await this.carryOut(me, id, { type: 'Remove' });
    await this.secrets.forget({ customerId: me.customerId, id });
    return removed;
  }

  /** Delivers an event `webhook::test` immediately, even while the webhook is stopped. */
  @Post(':id/test')
  @HttpCode(202)
  @Requires('developers:update')
  async test(
    @CurrentPrincipal() me: Principal,
    @Id('id') webhookId: string,
    @NewId() eventId: string,
  ): Promise<{ id: string }> {
    await this.queries.require(me.customerId, webhookId);
    const of = { customerId: me.customerId, webhookId };
    return { id: await this.requests.test(of, eventId, new Date().toISOString()) };
  }

  /**
   * Replays all events since a time or position, in order. A webhook has one replay at a time; further requests are
   * ignored until it ends.
   */
  @Post(':id/replay')
  @HttpCode(202)
  @Requires('developers:update')
  async replay(
    @CurrentPrincipal() me: Principal,
    @Id('id') webhookId: string,
    @Body() wanted: WebhookReplay,
  ): Promise<Record<string, never>> {
    await this.queries.require(me.customerId, webhookId);
    if (wanted.since === undefined && wanted.position === undefined)
      throw new Rejected('invalid_input', 'since');
    await this.requests.replay({ customerId: me.customerId, webhookId }, wanted);
    return {};
  }

  @Get(':id/deliveries')
  async deliveries(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() filter: WebhookDeliveriesQuery,
  ): Promise<WebhookDeliveriesResponse> {
    await this.queries.require(me.customerId, id);
    return this.queries.deliveries(me.customerId, id, filter);
  }

  @Get(':id/deliveries/:eventId')
  delivery(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('eventId') eventId: string,
  ): Promise<WebhookDeliveryDetailResponse> {
    return this.queries.delivery(me.customerId, id, eventId);
  }

  @Post(':id/deliveries/:eventId/resend')
  @HttpCode(202)
  @Requires('developers:update')
  async resend(
    @CurrentPrincipal() me: Principal,
    @Id('id') webhookId: string,
    @Id('eventId') eventId: string,
  ): Promise<Record<string, never>> {
    await this.requests.resend({ customerId: me.customerId, webhookId }, eventId, new Date().toISOString());
    return {};
  }

  private carryOut(me: Principal, id: string, command: WebhookCommand): Promise<CommandResponse> {
    return carryOut(this.commands, new ToWebhook(id, command, requestedNow(me)));
  }

  /**
   * Validates a request and unites the alternative names of its fields.
   * @throws Rejected `webhook_url`, `webhook_event_unknown`
   */
  private checked(
    { customerId }: Principal,
    { event, additionalHeaders, url, ...request }: WebhookPatch,
  ): WebhookPatch {
    const { events = event === undefined ? undefined : [event], headers } = request;
    const unknown = events?.find((name) => !eventByName.has(name));
    if (unknown) throw new Rejected('webhook_event_unknown', unknown);
    const asked = { ...request, events, headers: additionalHeaders ?? headers };
    return url === undefined ? asked : { ...asked, url: this.addresses.of(customerId).normal(url) };
  }

  /** @throws Rejected `webhook_headers`, `webhook_header_reserved` */
  private named(headers: string): { headerNames: string[]; headersFingerprint: string } {
    const headerNames = Object.keys(additionalHeaders(headers));
    return { headerNames, headersFingerprint: this.secrets.fingerprint(headers) };
  }
}
