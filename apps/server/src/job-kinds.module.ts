import { Module, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { JobKinds } from '@parley/jobs/job-kinds';
import { JobsModule } from '@parley/jobs/jobs.module';
import { features } from './features';

const withJobs = features.filter((feature) => feature.jobs);

/** Registers the kinds of jobs of all features, for running jobs and for reporting on them. */
@Module({ imports: [JobsModule, ...withJobs.flatMap(({ module }) => module ?? [])] })
export class JobKindsModule implements OnModuleInit {
  constructor(
    private readonly container: ModuleRef,
    private readonly kinds: JobKinds,
  ) {}

  onModuleInit(): void {
    const types = withJobs.flatMap(({ jobs = [] }) => jobs);
    this.kinds.register(types.map((type) => this.container.get(type, { strict: false })));
  }
}
