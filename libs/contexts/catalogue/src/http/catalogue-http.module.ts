import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CatalogueModule } from '../catalogue.module';
import { nouns } from '../nouns';

@Module({
  imports: [CqrsModule, CatalogueModule],
  controllers: nouns.flatMap(({ controllers }) => controllers),
})
export class CatalogueHttpModule {}
