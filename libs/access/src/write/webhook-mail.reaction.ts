import { Injectable, Logger } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import { idOf, type RecordedEvent, type WebhookEvent } from '@parley/contracts/events';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Config } from '@parley/platform/config/config';
import { Mailer, MailFailed } from '@parley/platform/mail/mailer';
import { AccessQueries } from '../read/access.queries';
import { webhookMail } from './mails/webhook.mail';

/** Administrators hear by mail of a webhook that was switched off: its events wait for them. */
@Injectable()
export class WebhookMailReaction implements Reaction {
  readonly name = 'webhook-mail';
  readonly prefixes = ['webhook-'];
  readonly types = ['WebhookSwitchedOff'];
  private readonly logger = new Logger('mail');

  constructor(
    private readonly access: AccessQueries,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & WebhookEvent;
    if (event.type !== 'WebhookSwitchedOff') return;
    const { cause, url } = event.data;
    const organisation = (await this.access.customerName(event.customerId)) ?? 'Parley';
    const link = `${this.config.publicUrl}/settings/developers/webhooks/${idOf(event.stream)}`;
    for (const { id, name, email, language } of await this.access.administrators(event.customerId)) {
      const mail = webhookMail({
        ...{ id: uuidV5(id, event.id), language, to: { name, address: email } },
        ...{ host: new URL(url).host, cause, organisation, link },
      });
      await this.mailer.send(mail).catch((error: unknown) => {
        // Trying again helps only where the server was away.
        if (!(error instanceof MailFailed) || error.reason === 'unreachable') throw error;
        this.logger.warn(`${id} was not told of ${event.stream}. ${error.message}`);
      });
    }
  }
}
