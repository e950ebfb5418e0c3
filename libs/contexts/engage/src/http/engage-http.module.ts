import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EngageModule } from '../engage.module';
import { BroadcastsController } from './broadcasts.controller';
import { EngageSettingsController } from './engage-settings.controller';
import { LedgerController } from './ledger.controller';

@Module({
  imports: [CqrsModule, EngageModule],
  controllers: [BroadcastsController, LedgerController, EngageSettingsController],
})
export class EngageHttpModule {}
