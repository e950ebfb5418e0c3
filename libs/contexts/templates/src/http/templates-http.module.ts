import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { TemplatesModule } from '../templates.module';
import { SyncTemplatesController } from './sync-templates.controller';
import { TemplatesController } from './templates.controller';

@Module({
  imports: [CqrsModule, TemplatesModule],
  controllers: [TemplatesController, SyncTemplatesController],
})
export class TemplatesHttpModule {}
