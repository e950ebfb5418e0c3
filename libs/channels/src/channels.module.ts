import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ChannelQueries } from './read/channels.queries';
import { ChannelHandler } from './write/channel.handler';

/** The channels context without its doors. The engines come from a global module. */
@Module({ imports: [CqrsModule], providers: [ChannelHandler, ChannelQueries], exports: [ChannelQueries] })
export class ChannelsModule {}
