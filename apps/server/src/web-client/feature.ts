import { Module } from '@nestjs/common';
import type { Feature } from '@parley/feature/feature';
import { EarlierBuilds } from './earlier-builds';
import { EarlierBuilds1767482000000 } from './earlier-builds.migration';
import { ServedBuilds1767590000200 } from './served-builds.migration';

@Module({ providers: [EarlierBuilds], exports: [EarlierBuilds] })
class WebClientModule {}

/** Files of the web client and the widget, including builds that were served within the last day. */
export const webClient: Feature = {
  module: WebClientModule,
  http: WebClientModule,
  ingress: WebClientModule,
  migrations: [EarlierBuilds1767482000000, ServedBuilds1767590000200],
};
