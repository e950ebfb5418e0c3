import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MailBodies } from '@parley/mail-html/mail-bodies';
import { pool } from '../adapters/email/send';
import { ChannelsModule } from '../channels.module';
import { InboundPublisher } from '../http/inbound-publisher';
import { MailIntake } from './mail-intake';
import { MailReader } from './mail-reader';
import { MailboxStore } from './mailbox-store';
import { Mailboxes } from './mailboxes';
import { RetrySetAside } from './retry-set-aside';
import { SetAsideMails } from './set-aside-mails';
import { SetAsideSweep } from './set-aside-sweep';

@Module({
  imports: [ChannelsModule, CqrsModule],
  providers: [
    InboundPublisher,
    Mailboxes,
    MailboxStore,
    MailBodies,
    MailIntake,
    MailReader,
    RetrySetAside,
    SetAsideMails,
    SetAsideSweep,
  ],
  exports: [MailIntake, MailboxStore, RetrySetAside, SetAsideMails],
})
export class EmailModule implements OnApplicationShutdown {
  onApplicationShutdown(): void {
    pool.close();
  }
}
