import type { Lease } from './lease';

/** Exclusive work: one process at a time does all of it, while it holds the lease. */
export interface LeasedWork {
  /** Name of the lease. */
  name: string;
  run(lease: Lease): Promise<void>;
}
