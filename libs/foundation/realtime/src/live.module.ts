import { Module } from '@nestjs/common';
import { ChangeFeed } from '@parley/event-sourcing/projection/change-feed';
import { LiveViews } from './live-views';
import { PresenceBoard } from './presence-board';
import { Pushes } from './pushes';
import { RealtimeGateway } from './realtime.gateway';
import { Relay } from './relay';
import { SettingsNews } from './settings-news';

/**
 * The sockets and everything that is pushed to them. The importing role registers the live views and starts the
 * gateway.
 */
@Module({
  providers: [ChangeFeed, LiveViews, PresenceBoard, Pushes, RealtimeGateway, Relay, SettingsNews],
  exports: [ChangeFeed, LiveViews, PresenceBoard, Pushes, RealtimeGateway],
})
export class LiveModule {}
