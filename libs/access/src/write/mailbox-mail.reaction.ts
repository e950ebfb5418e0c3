import { Injectable, Logger } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import { idOf, type ChannelEvent, type RecordedEvent } from '@parley/contracts/events';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Config } from '@parley/platform/config/config';
import { Mailer, MailFailed } from '@parley/platform/mail/mailer';
import { AccessQueries } from '../read/access.queries';
import { mailboxMail } from './mails/mailbox.mail';

/** Administrators hear by mail of a mailbox that is not being read: what comes waits for them. */
@Injectable()
export class MailboxMailReaction implements Reaction {
  readonly name = 'mailbox-mail';
  readonly prefixes = ['channel-'];
  readonly types = ['ChannelReadingStopped'];
  private readonly logger = new Logger('mail');

  constructor(
    private readonly access: AccessQueries,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & ChannelEvent;
    if (event.type !== 'ChannelReadingStopped') return;
    const { cause, name: channel } = event.data;
    const organisation = (await this.access.customerName(event.customerId)) ?? 'Parley';
    const link = `${this.config.publicUrl}/settings/channels/${idOf(event.stream)}`;
    for (const { id, name, email, language } of await this.access.administrators(event.customerId)) {
      const mail = mailboxMail({
        ...{ id: uuidV5(id, event.id), language, to: { name, address: email } },
        ...{ channel, cause, organisation, link },
      });
      await this.mailer.send(mail).catch((error: unknown) => {
        // Trying again helps only where the server was away.
        if (!(error instanceof MailFailed) || error.reason === 'unreachable') throw error;
        this.logger.warn(`${id} was not told of ${event.stream}. ${error.message}`);
      });
    }
  }
}
