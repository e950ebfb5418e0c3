import type { Feature } from '@parley/feature/feature';
import { JobsHttpModule } from './http/jobs-http.module';
import { Job1765200000000 } from './job.migration';
import { registerJobs } from './job-metrics';
import { JobRunner } from './job-runner';
import { JobsModule } from './jobs.module';

/** Long work on many items, of the kinds that other features register. */
export const jobs: Feature = {
  module: JobsModule,
  migrations: [Job1765200000000],
  work: [JobRunner],
  gauges: [registerJobs],
  // Every user may use the jobs that they began; a job's kind decides which roles also see the jobs of others.
  abilities: { jobs: { read: 'manager', update: 'manager' } },
  http: JobsHttpModule,
};
