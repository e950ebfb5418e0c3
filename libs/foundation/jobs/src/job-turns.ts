/**
 * Decides which organisation is next: each has one turn per round, however many and long its jobs are, and none while
 * its step is running.
 */
export class JobTurns<Job extends { customerId: string }> {
  private round: Job[] = [];
  private loading: Promise<void> | null = null;
  private readonly busy = new Set<string>();

  /** @param nextOfEach returns the next job of each organisation except those in `except` */
  constructor(private readonly nextOfEach: (except: string[]) => Promise<Job[]>) {}

  /** @returns the next job, whose organisation is busy until `release`; null if there is none */
  async take(): Promise<Job | null> {
    const left = this.takeFromRound();
    if (left) return left;
    this.loading ??= this.load();
    await this.loading;
    return this.takeFromRound();
  }

  release({ customerId }: Job): void {
    this.busy.delete(customerId);
  }

  /** Drops the rest of the round, since another process may have continued these jobs. */
  restart(): void {
    this.round = [];
  }

  private takeFromRound(): Job | null {
    for (let job = this.round.shift(); job; job = this.round.shift()) {
      if (this.busy.has(job.customerId)) continue;
      this.busy.add(job.customerId);
      return job;
    }
    return null;
  }

  private async load(): Promise<void> {
    try {
      this.round = await this.nextOfEach([...this.busy]);
    } finally {
      this.loading = null;
    }
  }
}
