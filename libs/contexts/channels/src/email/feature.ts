import type { Feature } from '@parley/feature/feature';
import { EmailHttpModule } from './email-http.module';
import { EmailModule } from './email.module';
import { MailRate1767440000000 } from './mail-rate.migration';
import { Mailbox1767350000000 } from './mailbox.migration';
import { Mailboxes } from './mailboxes';
import { SetAsideBounds1767470000000 } from './set-aside-bounds.migration';
import { SetAsideSweep } from './set-aside-sweep';
import { SetAsideMails1767450000000 } from './set-aside.migration';

/** Mailboxes, read over IMAP, or filled by mail servers that forward to Parley over SMTP. */
export const email: Feature = {
  module: EmailModule,
  migrations: [
    Mailbox1767350000000,
    MailRate1767440000000,
    SetAsideMails1767450000000,
    SetAsideBounds1767470000000,
  ],
  work: [Mailboxes, SetAsideSweep],
  http: EmailHttpModule,
};
