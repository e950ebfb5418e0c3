import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessModule } from '@parley/access/access.module';
import type { Feature } from '@parley/feature/feature';
import { InsightsModule } from '@parley/insights/insights.module';
import { ReportMailReaction } from './report-mail.reaction';

@Module({ imports: [CqrsModule, AccessModule, InsightsModule], providers: [ReportMailReaction] })
class ReportingModule {}

/** Dashboards by mail: connects insights to users who may see them. */
export const reportMails: Feature = { module: ReportingModule, reactions: [ReportMailReaction] };
