import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { AppCatalogue } from '@parley/apps/catalogue/app-catalogue';
import { runningApp } from '@parley/apps/domain/background';
import type { InstalledAppState } from '@parley/apps/domain/installed-app';
import { filledIn } from '@parley/apps/proxy/filled-in';
import { AppSecrets } from '@parley/apps/write/app-secrets';
import { WEBHOOK_SECRET_PREFIX } from '@parley/contracts/api/webhooks';
import { idOf, type RecordedEvent, type WebhookDetails } from '@parley/contracts/events';
import { appFacts } from '@parley/contracts/events/app.events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { causedBy } from '@parley/event-sourcing/decider/command';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { eventByName } from '@parley/webhooks/catalogue/catalogue';
import { ReceiverAddresses } from '@parley/webhooks/delivery/receiver-address';
import { ToWebhook, webhook, type WebhookCommand } from '@parley/webhooks/domain/webhook';
import { WebhookSecrets } from '@parley/webhooks/write/webhook-secrets';

/**
 * Id of the webhook that a running app has.
 * @param begun number of times the app has started
 */
export const appWebhookId = (appId: string, begun: number) => uuidV5(`webhook ${begun}`, appId);

/**
 * Creates a webhook for an app that works in the background when the app starts, with the address from the app's
 * settings, and removes the webhook when the app is switched off or uninstalled.
 */
@Injectable()
export class AppWebhookReaction implements Reaction {
  readonly name = 'app-webhooks';
  readonly prefixes = ['app-'];
  readonly types = Object.keys(appFacts.upcasters);
  private readonly logger = new Logger(this.name);

  constructor(
    private readonly aggregates: Aggregates,
    private readonly catalogue: AppCatalogue,
    private readonly appSecrets: AppSecrets,
    private readonly addresses: ReceiverAddresses,
    private readonly webhookSecrets: WebhookSecrets,
    private readonly commands: CommandBus,
  ) {}

  async react(event: RecordedEvent): Promise<void> {
    const { customerId } = event;
    const appId = idOf(event.stream);
    // Reads the app's current state, not the state at the event, so that events in quick succession have the same
    // result in any order.
    const { state } = await this.aggregates.load(runningApp, 'app', appId, customerId);
    const wanted = await this.wanted(state.app, { customerId, id: appId });
    const ended = await this.left(appId, customerId, wanted ? state.begun - 1 : state.begun);
    for (const id of ended) {
      await this.tell(event, id, { type: 'Remove' });
      await this.webhookSecrets.forget({ customerId, id });
    }
    if (!wanted) return;
    const id = appWebhookId(appId, state.begun);
    const { details, secret } = wanted;
    // The secret is stored before the webhook exists, so that the first delivery is signed.
    await this.webhookSecrets.rotate({ customerId, id }, secret);
    await this.tell(event, id, { type: 'Create', details, hint: '' });
    await this.tell(event, id, { type: 'Change', details });
  }

  /**
   * Ids of the webhooks of this and earlier runs that still exist, oldest first. The search goes back to the first
   * removed webhook, since all before it were removed earlier.
   */
  private async left(appId: string, customerId: string, until: number): Promise<string[]> {
    const found: string[] = [];
    for (let begun = until; begun > 0; begun--) {
      const id = appWebhookId(appId, begun);
      const { state } = await this.aggregates.load(webhook, 'webhook', id, customerId);
      if (state.status === 'removed') break;
      if (state.status !== 'missing') found.unshift(id);
    }
    return found;
  }

  private tell(event: RecordedEvent, id: string, command: WebhookCommand): Promise<unknown> {
    const context = causedBy(event, `app-webhook ${command.type} ${id}`, event.time);
    return this.commands.execute(new ToWebhook(id, command, context));
  }

  private async wanted(
    { status, packageName, version, scopes, settings }: InstalledAppState,
    owner: { customerId: string; id: string },
  ): Promise<{ details: WebhookDetails; secret: string } | null> {
    if (status !== 'on' || !scopes.includes('events')) return null;
    const { background } = (await this.catalogue.find(packageName, version))?.manifest ?? {};
    if (!background) return null;
    const events = background.events.filter((name) => eventByName.has(name));
    const signing = await this.appSecrets.get(owner, background.secret);
    const address = filledIn(background.url, new Map(Object.entries(settings)));
    if (!signing || events.length === 0) return null;
    try {
      const url = this.addresses.of(owner.customerId).normal(address);
      const secret = signing.startsWith(WEBHOOK_SECRET_PREFIX)
        ? signing
        : WEBHOOK_SECRET_PREFIX + Buffer.from(signing).toString('base64');
      const payload = background.payload ?? 'thin';
      return {
        details: { url, events, version: 1, payload, headerNames: [], headersFingerprint: '' },
        secret,
      };
    } catch {
      this.logger.warn(`${packageName} of ${owner.customerId} is told nothing: its address is refused.`);
      return null;
    }
  }
}
