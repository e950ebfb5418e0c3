import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CatalogueModule } from '../catalogue.module';
import { LabelsController, TagsController } from './marks.controllers';
import { QuickRepliesController } from './quick-replies.controller';

@Module({
  imports: [CqrsModule, CatalogueModule],
  controllers: [LabelsController, QuickRepliesController, TagsController],
})
export class CatalogueHttpModule {}
