import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/event-sourcing/feature';
import { Analysts1767220100000 } from './analysts.migration';
import { Export1767220000000 } from './export.migration';
import { ExportSweep } from './export-sweep';
import { ExportJobKind } from './export.kind';
import { ExportsModule } from './exports.module';
import { ForgetErasedInExports } from './forget-erased.reaction';
import { ExportsHttpModule } from './http/exports-http.module';

/** Files of what an organisation has: what features give to be exported, made by jobs. */
export const exported: Feature = {
  module: ExportsModule,
  migrations: [Export1767220000000, Analysts1767220100000],
  reactions: [ForgetErasedInExports],
  jobs: [ExportJobKind],
  work: [ExportSweep],
  abilities: { 'secure-exports': all('manager') },
  http: ExportsHttpModule,
};
