import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels.module';
import { ChannelGatewayController } from './channel-gateway.controller';
import { ChannelsController } from './channels.controller';
import { IdentitiesController } from './identities.controller';

@Module({
  imports: [ChannelsModule],
  controllers: [ChannelGatewayController, ChannelsController, IdentitiesController],
})
export class ChannelsHttpModule {}
