import { Injectable } from '@nestjs/common';
import { idOf, type RecordedEvent, type WebhookEvent } from '@parley/contracts/events';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Config } from '@parley/platform/config/config';
import { AdministratorMails, isNoNews } from './mails/administrator-mails';
import { webhookMail } from './mails/webhook.mail';

/** Mails the administrators when a webhook is switched off; the webhook's events wait until it is resumed. */
@Injectable()
export class WebhookMailReaction implements Reaction {
  readonly name = 'webhook-mail';
  readonly prefixes = ['webhook-'];
  readonly types = ['WebhookSwitchedOff'];

  constructor(
    private readonly administrators: AdministratorMails,
    private readonly config: Config,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & WebhookEvent;
    if (event.type !== 'WebhookSwitchedOff' || isNoNews(event)) return;
    const { cause, url } = event.data;
    const link = `${this.config.publicUrl}/settings/developers/webhooks/${idOf(event.stream)}`;
    await this.administrators.tell(event, (told) =>
      webhookMail({ ...told, host: new URL(url).host, cause, link }),
    );
  }
}
