import { Module } from '@nestjs/common';
import { SetAsideController } from '@parley/event-sourcing/projection/set-aside.controller';
import { ParkedMessages } from '@parley/platform/bus/parked-messages';
import { ParkedController } from '@parley/platform/bus/parked.controller';
import { FilesController } from '@parley/platform/storage/files.controller';
import { ExportSourcesModule } from '../export-sources.module';
import { modulesOf } from '../features';
import { JobKindsModule } from '../job-kinds.module';
import { ViewTablesModule } from '../view-tables.module';
import { WatchModule } from '../watch.module';

/** Serves the web client and the REST API. */
@Module({
  imports: [...modulesOf('http'), ExportSourcesModule, JobKindsModule, ViewTablesModule, WatchModule],
  controllers: [FilesController, ParkedController, SetAsideController],
  providers: [ParkedMessages],
})
export class ApiModule {}
