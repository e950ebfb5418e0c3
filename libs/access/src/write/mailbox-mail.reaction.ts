import { Injectable, Logger } from '@nestjs/common';
import { idOf, type ChannelEvent, type RecordedEvent } from '@parley/contracts/events';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Config } from '@parley/platform/config/config';
import { Mailer } from '@parley/platform/mail/mailer';
import { AccessQueries } from '../read/access.queries';
import { mailboxMail } from './mails/mailbox.mail';
import { tellAdministrators } from './mails/tell-administrators';

/** Administrators hear by mail of a mailbox that is not being read: what comes waits for them. */
@Injectable()
export class MailboxMailReaction implements Reaction {
  readonly name = 'mailbox-mail';
  readonly prefixes = ['channel-'];
  readonly types = ['ChannelReadingStopped'];
  readonly logger = new Logger('mail');

  constructor(
    readonly access: AccessQueries,
    readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & ChannelEvent;
    if (event.type !== 'ChannelReadingStopped') return;
    const { cause, name: channel } = event.data;
    const link = `${this.config.publicUrl}/settings/channels/${idOf(event.stream)}`;
    await tellAdministrators(this, event, (told) => mailboxMail({ ...told, channel, cause, link }));
  }
}
