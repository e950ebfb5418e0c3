import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { handlersOf } from '@parley/event-sourcing/decider/command-bus';
import { JobsModule } from '@parley/jobs/jobs.module';
import { AnalystSessions } from './analyst-sessions';
import { ExportFiles } from './export-file';
import { ExportLinks } from './export-links';
import { ExportParts } from './export-parts';
import { ExportSources } from './export-sources';
import { ExportStore } from './export-store';
import { ExportSweep } from './export-sweep';
import { ExportJobKind } from './export.kind';
import { Exports } from './exports';
import { ForgetErasedInExports } from './forget-erased.reaction';
import { ToExport } from './domain/export';

@Module({
  imports: [CqrsModule, JobsModule],
  providers: [
    ...[ExportFiles, ExportLinks, ExportParts, ExportSources, ExportStore, Exports],
    ...handlersOf(ToExport),
    ...[ExportJobKind, ExportSweep, ForgetErasedInExports, AnalystSessions],
  ],
  exports: [Exports, ExportSources],
})
export class ExportsModule {}
