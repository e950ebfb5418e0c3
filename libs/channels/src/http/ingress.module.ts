import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels.module';
import { ChannelKeys } from './channel-keys';
import { InboundPublisher } from './inbound-publisher';
import { TestIngressController } from './test-ingress.controller';
import { WhatsappIngressController } from './whatsapp-ingress.controller';

/** The doors by which providers come in. `ingressBody` has to stand before them. */
@Module({
  imports: [ChannelsModule],
  controllers: [WhatsappIngressController, TestIngressController],
  providers: [ChannelKeys, InboundPublisher],
})
export class IngressModule {}
