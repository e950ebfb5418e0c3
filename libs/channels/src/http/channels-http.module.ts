import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels.module';
import { ChannelsController } from './channels.controller';

@Module({ imports: [ChannelsModule], controllers: [ChannelsController] })
export class ChannelsHttpModule {}
