import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels.module';
import { EmailModule } from '../email/email.module';
import { SmtpDoor } from '../email/smtp-door';
import { ChannelKeys } from './channel-keys';
import { InboundPublisher } from './inbound-publisher';
import { IngressController } from './ingress.controller';

/** The public endpoints for providers. `ingressBody` has to be installed before them. */
@Module({
  imports: [ChannelsModule, EmailModule],
  controllers: [IngressController],
  providers: [ChannelKeys, InboundPublisher, SmtpDoor],
})
export class IngressModule {}
