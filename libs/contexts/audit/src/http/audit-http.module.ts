import { Module } from '@nestjs/common';
import { AuditQueries } from '../read/audit.queries';
import { AuditController } from './audit.controller';

@Module({ controllers: [AuditController], providers: [AuditQueries] })
export class AuditHttpModule {}
