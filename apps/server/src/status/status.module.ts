import { Module } from '@nestjs/common';
import { ChannelsModule } from '@parley/channels/channels.module';
import { WatchModule } from '../watch.module';
import { StatusWatch } from './status-watch';
import { StatusController } from './status.controller';

/** What the status page shows. */
@Module({ imports: [ChannelsModule, WatchModule], controllers: [StatusController], providers: [StatusWatch] })
export class StatusModule {}
