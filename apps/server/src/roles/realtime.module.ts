import { Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { UserPresence } from '@parley/access/presence/user-presence';
import { LiveModule } from '@parley/realtime/live.module';
import { LiveViews } from '@parley/realtime/live-views';
import { RealtimeGateway } from '@parley/realtime/realtime.gateway';
import { BackgroundWork } from '@parley/platform/background-work';
import { features, modulesOf } from '../features';
import { ViewTablesModule } from '../view-tables.module';

const live = features.filter((feature) => feature.live);

/** Serves sockets, and pushes to each the changes that its user may see. */
@Module({
  imports: [
    LiveModule,
    ...live.flatMap(({ module }) => module ?? []),
    ...modulesOf('sockets'),
    ViewTablesModule,
  ],
  providers: [UserPresence],
})
export class RealtimeModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly container: ModuleRef,
    private readonly views: LiveViews,
    private readonly gateway: RealtimeGateway,
    private readonly presence: UserPresence,
    private readonly work: BackgroundWork,
  ) {}

  onModuleInit(): void {
    const types = live.flatMap((feature) => feature.live ?? []);
    this.views.register(types.map((type) => this.container.get(type, { strict: false })));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.gateway.start((loop) => this.work.run(loop));
    this.work.run((signal) => this.presence.keep(() => this.gateway.usersHere(), signal));
  }
}
