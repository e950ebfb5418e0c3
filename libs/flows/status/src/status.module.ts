import { Module } from '@nestjs/common';
import { ChannelsModule } from '@parley/channels/channels.module';
import { StatusWatch } from './status-watch';
import { StatusController } from './status.controller';

/** The status page. The server provides its `LagWatch`, since a process has only one. */
@Module({ imports: [ChannelsModule], controllers: [StatusController], providers: [StatusWatch] })
export class StatusModule {}
