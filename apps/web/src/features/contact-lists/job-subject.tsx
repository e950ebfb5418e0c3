import type { Job } from '@parley/contracts/api/jobs';

/** Name of the list that a job fills. */
export default function JobSubject({ job: { about } }: { job: Job }) {
  return typeof about.name === 'string' ? about.name : null;
}
