import { Injectable } from '@nestjs/common';
import { idOf, type ChannelEvent, type RecordedEvent } from '@parley/contracts/events';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Config } from '@parley/platform/config/config';
import { AdministratorMails, isNoNews } from './mails/administrator-mails';
import { mailboxMail } from './mails/mailbox.mail';

/** Mails the administrators when Parley can no longer read a mailbox, whose e-mails wait on the mail server. */
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
