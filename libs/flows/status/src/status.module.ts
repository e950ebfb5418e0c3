import { Module } from '@nestjs/common';
import { ChannelsModule } from '@parley/channels/channels.module';
import { StatusWatch } from './status-watch';
import { StatusController } from './status.controller';

/** The status page. Its `LagWatch` is the process's own, which the server provides. */
@Module({ imports: [ChannelsModule], controllers: [StatusController], providers: [StatusWatch] })
export class StatusModule {}
