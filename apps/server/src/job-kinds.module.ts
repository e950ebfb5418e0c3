import { Module, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { JobKinds } from '@parley/jobs/job-kinds';
import { JobsModule } from '@parley/jobs/jobs.module';
import { features, modulesOf } from './features';

/** Tells jobs of the kinds that the features register, for who runs them and who tells of them. */
@Module({ imports: [JobsModule, ...modulesOf('module')] })
export class JobKindsModule implements OnModuleInit {
  constructor(
    private readonly container: ModuleRef,
    private readonly kinds: JobKinds,
  ) {}

  onModuleInit(): void {
    const types = features.flatMap(({ jobs = [] }) => jobs);
    this.kinds.register(types.map((type) => this.container.get(type, { strict: false })));
  }
}
