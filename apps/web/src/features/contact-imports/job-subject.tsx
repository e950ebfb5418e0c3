import type { Job } from '@parley/contracts/api/jobs';

/** Name of the file that a job imports. */
export default function JobSubject({ job: { about } }: { job: Job }) {
  return typeof about.fileName === 'string' ? about.fileName : null;
}
