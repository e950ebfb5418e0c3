import type { Feature } from '@parley/feature/feature';
import { JobsHttpModule } from './http/jobs-http.module';
import { Job1765200000000 } from './job.migration';
import { registerJobs } from './job-metrics';
import { JobRunner } from './job-runner';
import { JobsModule } from './jobs.module';

/** Long work on many items, of whichever kinds the other features register. */
export const jobs: Feature = {
  module: JobsModule,
  migrations: [Job1765200000000],
  work: [JobRunner],
  gauges: [registerJobs],
  // Long work that one began, or oversees.
  abilities: { jobs: { read: 'manager', update: 'manager' } },
  http: JobsHttpModule,
};
