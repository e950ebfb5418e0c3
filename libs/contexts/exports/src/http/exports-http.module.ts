import { Module } from '@nestjs/common';
import { ExportsModule } from '../exports.module';
import { ExportsController } from './exports.controller';

@Module({ imports: [ExportsModule], controllers: [ExportsController] })
export class ExportsHttpModule {}
