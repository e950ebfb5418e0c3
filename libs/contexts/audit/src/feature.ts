import type { Feature } from '@parley/feature/feature';
import { AuditModule } from './audit.module';
import { AuditExport } from './export/audit-export';
import { AuditHttpModule } from './http/audit-http.module';
import { auditView } from './read/audit.projector';

/** Log of changes to settings, with their time and actor. */
export const audit: Feature = {
  module: AuditModule,
  views: [auditView],
  exports: [AuditExport],
  abilities: { audit: { read: 'admin' } },
  http: AuditHttpModule,
};
