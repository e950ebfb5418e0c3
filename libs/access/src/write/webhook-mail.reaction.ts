import { Injectable, Logger } from '@nestjs/common';
import { idOf, type RecordedEvent, type WebhookEvent } from '@parley/contracts/events';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Config } from '@parley/platform/config/config';
import { Mailer } from '@parley/platform/mail/mailer';
import { AccessQueries } from '../read/access.queries';
import { webhookMail } from './mails/webhook.mail';
import { tellAdministrators } from './mails/tell-administrators';

/** Administrators hear by mail of a webhook that was switched off: its events wait for them. */
@Injectable()
export class WebhookMailReaction implements Reaction {
  readonly name = 'webhook-mail';
  readonly prefixes = ['webhook-'];
  readonly types = ['WebhookSwitchedOff'];
  readonly logger = new Logger('mail');

  constructor(
    readonly access: AccessQueries,
    readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & WebhookEvent;
    if (event.type !== 'WebhookSwitchedOff') return;
    const { cause, url } = event.data;
    const link = `${this.config.publicUrl}/settings/developers/webhooks/${idOf(event.stream)}`;
    await tellAdministrators(this, event, (told) =>
      webhookMail({ ...told, host: new URL(url).host, cause, link }),
    );
  }
}
