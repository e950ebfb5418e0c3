import { Module } from '@nestjs/common';
import { modulesOf } from '../features';

/** Receives webhooks of providers. */
@Module({ imports: modulesOf('ingress') })
export class IngressRoleModule {}
