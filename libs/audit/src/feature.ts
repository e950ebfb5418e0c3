import type { Feature } from '@parley/event-sourcing/feature';
import { AuditHttpModule } from './http/audit-http.module';
import { auditView } from './read/audit.projector';

/** Who changed which setting, and when. */
export const audit: Feature = {
  views: [auditView],
  abilities: { audit: { read: 'admin' } },
  http: AuditHttpModule,
};
