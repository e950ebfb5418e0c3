import { Module } from '@nestjs/common';
import type { Feature } from '@parley/event-sourcing/feature';
import { EarlierBuilds } from './earlier-builds';
import { EarlierBuilds1767482000000 } from './earlier-builds.migration';

@Module({ providers: [EarlierBuilds], exports: [EarlierBuilds] })
class WebClientModule {}

/** The web client's files, those of builds that were replaced within the last day included. */
export const webClient: Feature = {
  http: WebClientModule,
  migrations: [EarlierBuilds1767482000000],
};
