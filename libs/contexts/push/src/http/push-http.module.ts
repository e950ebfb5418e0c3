import { Module } from '@nestjs/common';
import { PushModule } from '../push.module';
import { PushController } from './push.controller';

@Module({ imports: [PushModule], controllers: [PushController] })
export class PushHttpModule {}
