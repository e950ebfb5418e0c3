import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { TemplateQueries } from './read/templates.queries';
import { AdministerTemplates } from './write/administer-templates';
import { SyncTemplates } from './write/sync-templates';
import { TemplateHandler } from './write/template.handler';
import { TemplateUses } from './write/template-uses';
import { TakeTemplateNews } from './write/take-template-news';

/** The templates context without its HTTP controllers. A library of libs/flows provides `TemplateProviders`. */
@Module({
  imports: [CqrsModule],
  providers: [
    TemplateHandler,
    TemplateQueries,
    TakeTemplateNews,
    AdministerTemplates,
    SyncTemplates,
    TemplateUses,
  ],
  exports: [TemplateUses, TemplateQueries, TakeTemplateNews, AdministerTemplates, SyncTemplates],
})
export class TemplatesModule {}
