import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/feature/feature';
import { ChannelsModule } from './channels.module';
import { ChannelsHttpModule } from './http/channels-http.module';
import { IngressModule } from './http/ingress.module';
import { channelHealthView } from './read/channel-health.view';
import { channelsView } from './read/channels.projector';

export const channels: Feature = {
  module: ChannelsModule,
  views: [channelHealthView, channelsView],
  abilities: { channels: { ...all('manager'), read: 'user' } },
  http: ChannelsHttpModule,
  ingress: IngressModule,
};
