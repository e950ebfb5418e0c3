import { Injectable } from '@nestjs/common';
import { AccessQueries } from '@parley/access/read/access.queries';
import { mailPage } from '@parley/access/write/mails/mail-page';
import { idOf, type EngageSettingsEvent, type RecordedEvent } from '@parley/contracts/events';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Config } from '@parley/platform/config/config';
import { Mailer } from '@parley/platform/mail/mailer';

/**
 * Sends a mail to the sales address when an organisation requests a higher sending limit. If the mail cannot be sent,
 * the event becomes a dead letter.
 */
@Injectable()
export class LimitRaiseReaction implements Reaction {
  readonly name = 'engage-limit-mail';
  readonly prefixes = ['engageSettings-'];
  readonly types = ['EngageLimitRaiseRequested'];

  constructor(
    private readonly access: AccessQueries,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & EngageSettingsEvent;
    if (event.type !== 'EngageLimitRaiseRequested') return;
    const { messages, contacts } = event.data;
    const customerId = idOf(event.stream);
    const name = (await this.access.customerName(customerId)) ?? customerId;
    const lines = [
      `${name} (${customerId}) asks for ${messages} messages and ${contacts} unique contacts a month.`,
      'They were told that they would hear from you within 1 working day.',
    ];
    await this.mailer.send({
      id: event.id,
      to: { name: '', address: /<([^<>]+)>/.exec(this.config.salesMail)?.[1] ?? this.config.salesMail },
      subject: `${name} asks for ${messages} broadcast messages a month`,
      text: `${lines.join('\n\n')}\n`,
      html: mailPage('en', lines),
    });
  }
}
