import type { Job } from '@parley/contracts/api/jobs';

/** The file that a job is about. */
export default function JobSubject({ job: { about } }: { job: Job }) {
  return typeof about.fileName === 'string' ? about.fileName : null;
}
