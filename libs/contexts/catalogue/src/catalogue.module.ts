import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { nouns } from './nouns';
import { ItemHandler } from './write/item.handler';

const queries = nouns.map((noun) => noun.queries);
const handlers = nouns.flatMap(({ handlers: own }) => own ?? []);

/** Command handlers and queries of all settings entities of the catalogue. */
@Module({
  imports: [CqrsModule],
  providers: [...queries, ItemHandler, ...handlers],
  exports: queries,
})
export class CatalogueModule {}
