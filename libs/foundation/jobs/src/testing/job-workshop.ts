import type { JobKind } from '@parley/feature/job-kind';
import type { Database } from '@parley/platform/database/database';
import { LeaseLost, type Lease } from '@parley/platform/lease/lease';
import type { Storage } from '@parley/platform/storage/storage';
import { JobKinds } from '../job-kinds';
import { JobRunner } from '../job-runner';
import { Jobs } from '../jobs';
import { JobSteps } from '../job-steps';

function leaseWith(guard: (guarded: Database) => unknown): Lease {
  const { signal } = new AbortController();
  return Object.assign(Object.create(null) as Lease, { signal, isOwned: () => true, guard });
}

/** Of the runner that is alone. */
export const owned = leaseWith((guarded) => guarded);
/** Of a process that died between its work and its commit, or lost its lease meanwhile: it writes nothing down. */
export const lost = leaseWith(() => ({
  transaction: () => Promise.reject(new LeaseLost('It has another owner.')),
}));

/** Jobs of these kinds on a database, with as many runners as a test wants. */
export class JobWorkshop {
  readonly kinds = new JobKinds();
  readonly jobs: Jobs;

  constructor(
    private readonly database: Database,
    kinds: JobKind[],
    private readonly storage: Storage,
  ) {
    this.kinds.register(kinds);
    this.jobs = new Jobs(database, this.kinds, storage);
  }

  runner(): JobRunner {
    return new JobRunner(this.database, new JobSteps(this.database), this.kinds, this.storage);
  }

  /** Until nothing is left to do. */
  async runToEnd(): Promise<void> {
    for (const runner = this.runner(); await runner.turn(owned););
  }
}
