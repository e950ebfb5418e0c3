import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels.module';
import { EmailModule } from './email.module';
import { MailDomain } from './mail-domain';
import { MailboxCheck } from './mailbox-check';
import { MailboxController } from './mailbox.controller';
import { SetAsideMailsController } from './set-aside-mails.controller';

@Module({
  imports: [ChannelsModule, EmailModule],
  providers: [MailboxCheck, MailDomain],
  controllers: [MailboxController, SetAsideMailsController],
})
export class EmailHttpModule {}
