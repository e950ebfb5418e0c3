import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CatalogueQueries } from './read/catalogue.queries';
import { MarkHandler, QuickReplyHandler } from './write/item.handler';

/** What organisations put on conversations and contacts, and what they say again and again. */
@Module({
  imports: [CqrsModule],
  providers: [CatalogueQueries, MarkHandler, QuickReplyHandler],
  exports: [CatalogueQueries],
})
export class CatalogueModule {}
