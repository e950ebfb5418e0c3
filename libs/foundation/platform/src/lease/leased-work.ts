import type { Lease } from './lease';

/** Exclusive work: the one process that owns the lease does all of it. */
export interface LeasedWork {
  /** Name of the lease. */
  name: string;
  run(lease: Lease): Promise<void>;
}
