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
  // Jobs of the user, and of others if the role may see them.
  abilities: { jobs: { read: 'manager', update: 'manager' } },
  http: JobsHttpModule,
};
