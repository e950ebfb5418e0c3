import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { nouns } from './nouns';
import { ItemHandler } from './write/item.handler';

const queries = nouns.map((noun) => noun.queries);
const handlers = nouns.flatMap(({ handlers: own }) => own ?? []);

/** What organisations put on conversations and contacts, and what they say again and again. */
@Module({
  imports: [CqrsModule],
  providers: [...queries, ItemHandler, ...handlers],
  exports: queries,
})
export class CatalogueModule {}
