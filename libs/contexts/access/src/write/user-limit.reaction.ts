import { Injectable } from '@nestjs/common';
import { idOf, type CustomerEvent, type RecordedEvent } from '@parley/contracts/events';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Config } from '@parley/platform/config/config';
import { Mailer } from '@parley/platform/mail/mailer';
import { AccessQueries } from '../read/access.queries';
import { mailPage } from './mails/mail-page';

/**
 * Mails the sales address when an organisation asks for more users. If the mail fails at every try, the event becomes
 * a dead letter.
 */
@Injectable()
export class UserLimitReaction implements Reaction {
  readonly name = 'user-limit-mail';
  readonly prefixes = ['customer-'];
  readonly types = ['UserLimitRaiseRequested'];

  constructor(
    private readonly access: AccessQueries,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & CustomerEvent;
    if (event.type !== 'UserLimitRaiseRequested') return;
    const { limit, wanted } = event.data;
    const customerId = idOf(event.stream);
    const name = (await this.access.customerName(customerId)) ?? customerId;
    const lines = [
      `${name} (${customerId}) may have ${limit} users and asks for ${wanted}.`,
      'They were told that they would hear from you within 1 working day.',
    ];
    await this.mailer.send({
      id: event.id,
      to: { name: '', address: /<([^<>]+)>/.exec(this.config.salesMail)?.[1] ?? this.config.salesMail },
      subject: `${name} asks for ${wanted} users`,
      text: `${lines.join('\n\n')}\n`,
      html: mailPage('en', lines),
    });
  }
}
