import { Module } from '@nestjs/common';
import { IngressModule } from '@parley/channels/http/ingress.module';

/** Takes webhooks from providers. */
@Module({ imports: [IngressModule] })
export class IngressRoleModule {}
