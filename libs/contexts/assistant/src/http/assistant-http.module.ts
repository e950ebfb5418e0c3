import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AssistantModule } from '../assistant.module';
import { AssistantSettingsController } from './assistant-settings.controller';
import { AssistantController } from './assistant.controller';

@Module({
  imports: [CqrsModule, AssistantModule],
  controllers: [AssistantController, AssistantSettingsController],
})
export class AssistantHttpModule {}
