import { Module } from '@nestjs/common';
import { AccessModule } from '@parley/access/access.module';
import { SupportController } from './support.controller';
import { SupportRequests } from './support-requests';

/** Help by who runs the installation. */
@Module({ imports: [AccessModule], controllers: [SupportController], providers: [SupportRequests] })
export class SupportModule {}
