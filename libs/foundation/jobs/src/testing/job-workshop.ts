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

/** Lease of the only runner. */
export const owned = leaseWith((guarded) => guarded);
/** Lease of a process that died before its commit or lost the lease: its transactions fail. */
export const lost = leaseWith(() => ({
  transaction: () => Promise.reject(new LeaseLost('It has another owner.')),
}));

/** Jobs of the given kinds on a database, with any number of runners. */
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

  /** Runs steps until none is left. */
  async runToEnd(): Promise<void> {
    for (const runner = this.runner(); await runner.turn(owned););
  }
}
