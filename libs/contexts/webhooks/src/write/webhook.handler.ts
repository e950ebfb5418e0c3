import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { WebhookEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { CommandTo, type Executed } from '@parley/event-sourcing/decider/command';
import { webhook, type WebhookCommand, type WebhookState } from '../domain/webhook';

export class ToWebhook extends CommandTo<WebhookCommand, WebhookState, WebhookEvent> {}

@CommandHandler(ToWebhook)
export class WebhookHandler implements ICommandHandler<ToWebhook> {
  constructor(private readonly aggregates: Aggregates) {}

  /** @throws Rejected and NotFound by the rules of `webhook` */
  execute(envelope: ToWebhook): Promise<Executed<WebhookState, WebhookEvent>> {
    return this.aggregates.execute(webhook, 'webhook', envelope);
  }
}
