import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { RoutingModule } from '../routing.module';
import { SmartRoutesController } from './smart-routes.controller';

@Module({ imports: [CqrsModule, RoutingModule], controllers: [SmartRoutesController] })
export class RoutingHttpModule {}
