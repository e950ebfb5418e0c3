import { Injectable } from '@nestjs/common';
import { idOf, type ChannelEvent, type RecordedEvent } from '@parley/contracts/events';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Config } from '@parley/platform/config/config';
import { AdministratorMails, isNoNews } from './mails/administrator-mails';
import { mailboxMail } from './mails/mailbox.mail';

/** Administrators hear by mail of a mailbox that is not being read: what comes waits for them. */
@Injectable()
export class MailboxMailReaction implements Reaction {
  readonly name = 'mailbox-mail';
  readonly prefixes = ['channel-'];
  readonly types = ['ChannelReadingStopped'];

  constructor(
    private readonly administrators: AdministratorMails,
    private readonly config: Config,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & ChannelEvent;
    if (event.type !== 'ChannelReadingStopped' || isNoNews(event)) return;
    const { cause, name: channel } = event.data;
    const link = `${this.config.publicUrl}/settings/channels/${idOf(event.stream)}`;
    await this.administrators.tell(event, (told) => mailboxMail({ ...told, channel, cause, link }));
  }
}
