import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CatalogueQueries } from './read/catalogue.queries';
import { MarkHandler, QuickReplyHandler } from './write/item.handler';
import { MarkNames } from './write/mark-names';

/** What organisations put on conversations and contacts, and what they say again and again. */
@Module({
  imports: [CqrsModule],
  providers: [CatalogueQueries, MarkHandler, MarkNames, QuickReplyHandler],
  exports: [CatalogueQueries],
})
export class CatalogueModule {}
