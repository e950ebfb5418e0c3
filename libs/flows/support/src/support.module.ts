import { Module } from '@nestjs/common';
import { AccessModule } from '@parley/access/access.module';
import { SupportController } from './support.controller';
import { SupportRequests } from './support-requests';

/** Support requests to the operator of the installation. */
@Module({ imports: [AccessModule], controllers: [SupportController], providers: [SupportRequests] })
export class SupportModule {}
