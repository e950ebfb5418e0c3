import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ChannelQueries } from './read/channels.queries';
import { AdministerChannels } from './write/administer-channels';
import { EmbeddedSignup } from './write/embedded-signup';
import { ChannelHandler, ConnectChannelHandler, ReplaceSecretsHandler } from './write/channel.handler';
import { MigrateMessagebird } from './write/migrate-messagebird';
import { ProviderAddresses } from './write/provider-addresses';

/** The channels context without its controllers. The engines come from a global module. */
@Module({
  imports: [CqrsModule],
  providers: [
    ...[ChannelHandler, ConnectChannelHandler, ReplaceSecretsHandler],
    ...[ChannelQueries, AdministerChannels, EmbeddedSignup, MigrateMessagebird, ProviderAddresses],
  ],
  exports: [ChannelQueries, AdministerChannels, EmbeddedSignup, MigrateMessagebird],
})
export class ChannelsModule {}
