import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/feature/feature';
import { AnalystSessions } from './analyst-sessions';
import { AnalystsApart1767590000000 } from './analysts-apart.migration';
import { Analysts1767220100000 } from './analysts.migration';
import { Export1767220000000 } from './export.migration';
import { ExportSweep } from './export-sweep';
import { ExportJobKind } from './export.kind';
import { ExportsModule } from './exports.module';
import { ForgetErasedInExports } from './forget-erased.reaction';
import { ExportsHttpModule } from './http/exports-http.module';

/** Exports of an organisation's data as files: features register what can be exported, and jobs make the files. */
export const exported: Feature = {
  module: ExportsModule,
  migrations: [Export1767220000000, Analysts1767220100000, AnalystsApart1767590000000],
  reactions: [ForgetErasedInExports],
  jobs: [ExportJobKind],
  work: [ExportSweep, AnalystSessions],
  abilities: { 'secure-exports': all('manager') },
  http: ExportsHttpModule,
};
