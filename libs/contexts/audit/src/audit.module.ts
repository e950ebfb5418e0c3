import { Module } from '@nestjs/common';
import { AuditExport } from './export/audit-export';

@Module({ providers: [AuditExport] })
export class AuditModule {}
