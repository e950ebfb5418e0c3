import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs.module';
import { JobsController } from './jobs.controller';

@Module({ imports: [JobsModule], controllers: [JobsController] })
export class JobsHttpModule {}
