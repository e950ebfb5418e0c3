import { Module } from '@nestjs/common';
import { AppsModule } from '../apps.module';
import { AppBundlesController } from './app-bundles.controller';
import { AppCatalogueController } from './app-catalogue.controller';
import { AppConnectionsController } from './app-connections.controller';
import { AppDataController } from './app-data.controller';
import { AppsController } from './apps.controller';
import { PluginsController } from './plugins.controller';

@Module({
  imports: [AppsModule],
  controllers: [
    AppsController,
    AppConnectionsController,
    AppDataController,
    PluginsController,
    AppCatalogueController,
    AppBundlesController,
  ],
})
export class AppsHttpModule {}
