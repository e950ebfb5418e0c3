import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels.module';
import { ChannelKeys } from './channel-keys';
import { InboundPublisher } from './inbound-publisher';
import { IngressController } from './ingress.controller';

/** The door by which providers come in. `ingressBody` has to stand before them. */
@Module({
  imports: [ChannelsModule],
  controllers: [IngressController],
  providers: [ChannelKeys, InboundPublisher],
})
export class IngressModule {}
