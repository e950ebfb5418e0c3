import { Module } from '@nestjs/common';
import { modulesOf } from '../features';

/** Takes webhooks from providers. */
@Module({ imports: modulesOf('ingress') })
export class IngressRoleModule {}
