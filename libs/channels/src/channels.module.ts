import { Module } from '@nestjs/common';
import { ChannelQueries } from './read/channels.queries';
import { ChannelHandler } from './write/channel.handler';

/** The channels context without its doors. The engines and the command bus come from global modules. */
@Module({ providers: [ChannelHandler, ChannelQueries], exports: [ChannelQueries] })
export class ChannelsModule {}
