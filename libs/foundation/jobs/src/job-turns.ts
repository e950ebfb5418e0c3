/**
 * Whose turn it is: each organisation has one turn a round, however many jobs it has and however long they are, and none
 * while a step of it is under way.
 */
export class JobTurns<Job extends { customerId: string }> {
  private round: Job[] = [];
  private loading: Promise<void> | null = null;
  private readonly busy = new Set<string>();

  /** @param nextOfEach the job of each organisation, but of these, whose turn is next */
  constructor(private readonly nextOfEach: (except: string[]) => Promise<Job[]>) {}

  /** The next job, whose organisation is busy until `release`; null where there is nothing to do. */
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

  /** Forgets the jobs that have not had their turn: others may have gone on with them since. */
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
